import { html } from '../../http/html.ts';
import type { Page } from '../frame/layout.ts';
import type { SigningAddress } from './signingVisit.ts';

interface Refused {
	email: string;
	problem: string;
}

/** The stand-in for logging in (interface.md 4.5). */
export function confirmPage({ lang, self, texts }: SigningAddress, refused?: Refused): Page {
	const { confirm } = texts;
	return {
		lang,
		texts,
		title: confirm.title,
		status: refused ? 422 : 200,
		body: html`<article class="card">
			<h1>${confirm.title}</h1>
			<p>${confirm.lead}</p>
			<form method="post" action="${self}">
				<label for="email">${confirm.email}</label>
				<input
					id="email"
					name="email"
					type="email"
					value="${refused?.email}"
					required
					autocomplete="email"
					autofocus${refused && html` aria-invalid="true" aria-describedby="email-problem"`}
				/>
				${refused &&
				html`<p class="problem" id="email-problem" role="alert">${refused.problem}</p>`}
				<button class="main" name="action" value="confirm">${confirm.submit}</button>
			</form>
		</article>`,
	};
}
