import { html } from '../../http/html.ts';
import type { Page } from '../frame/layout.ts';
import { senderOf, type Visit } from './signingVisit.ts';

/** Asks before it is done: no one can sign afterwards. */
export function declinePage(visit: Visit, refused?: { reason: string }): Page {
	const { lang, languages, request, self, texts } = visit;
	const { decline } = texts;
	return {
		lang,
		texts,
		languages,
		title: decline.title,
		status: refused ? 422 : 200,
		styles: ['signing.css'],
		scripts: ['signature.js'],
		body: html`<article class="card">
			<p class="about">${request.title}</p>
			<h1>${decline.title}</h1>
			<p>${decline.lead(senderOf(request))}</p>
			<form method="post" action="${self}" data-busy="${decline.busy}">
				<label for="reason">${decline.reason}</label>
				<textarea
					id="reason"
					name="reason"
					rows="3"
					required
					maxlength="2048"
					autofocus
					${refused && html` aria-invalid="true" aria-describedby="reason-problem"`}
				>
${refused?.reason}</textarea>
				${
					refused &&
					html`<p class="problem" id="reason-problem" role="alert">${decline.reasonMissing}</p>`
				}
				<p class="row choices">
					<button class="danger" name="action" value="decline">${decline.submit}</button>
					<a class="button" href="${self}">${decline.back}</a>
				</p>
			</form>
		</article>`,
	};
}
