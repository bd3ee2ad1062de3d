import { html } from '../../http/html.ts';
import { textsFor } from '../frame/texts/texts.ts';
import type { Page } from '../frame/layout.ts';
import { words } from './overview.texts.ts';

/** Asks for the control key; `isWrong` when another one was entered. */
export function keyPage({ isWrong = false } = {}): Page {
	const { key } = words;
	return {
		...textsFor('en'),
		title: words.title,
		status: 401,
		body: html`<article class="card">
			<h1>${key.title}</h1>
			<p>${key.lead}</p>
			<form method="post" action="/app/overview/key">
				<label for="key">${key.label}</label>
				<input
					id="key"
					name="key"
					type="password"
					required
					autocomplete="current-password"
					autofocus${isWrong && html` aria-invalid="true" aria-describedby="key-problem"`}
				/>
				${isWrong && html`<p class="problem" id="key-problem" role="alert">${key.wrong}</p>`}
				<button class="main">${key.submit}</button>
			</form>
		</article>`,
	};
}
