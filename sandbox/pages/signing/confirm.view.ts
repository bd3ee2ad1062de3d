import { html } from '../../http/html.ts';
import type { Page } from '../frame/layout.ts';
import type { SigningAddress } from './signingVisit.ts';

interface Entered {
	/** One who comes from the mail finds it filled in. */
	email?: string;
	problem?: string;
}

/** The stand-in for logging in (interface.md 4.5). */
export function confirmPage(
	{ lang, languages, self, texts }: SigningAddress,
	{ email, problem }: Entered = {},
): Page {
	const { confirm } = texts;
	return {
		lang,
		texts,
		languages,
		title: confirm.title,
		status: problem ? 422 : 200,
		body: html`<article class="card">
			<h1>${confirm.title}</h1>
			<p>${confirm.lead}</p>
			<form method="post" action="${self}">
				<label for="email">${confirm.email}</label>
				<input
					id="email"
					name="email"
					type="email"
					value="${email}"
					required
					autocomplete="email"
					autofocus${problem && html` aria-invalid="true" aria-describedby="email-problem"`}
				/>
				${problem && html`<p class="problem" id="email-problem" role="alert">${problem}</p>`}
				<button class="main" name="action" value="confirm">${confirm.submit}</button>
			</form>
		</article>`,
	};
}
