import { addressOf } from '../../requests/notices/mails.ts';
import { nameOf } from '../../requests/people.ts';
import { documentPages, type ShownDocument } from './documentPages.view.ts';
import { html, type Html } from '../../http/html.ts';
import type { Page } from '../frame/layout.ts';
import { notYou, type Visit } from './signingVisit.ts';
import type { Texts } from '../frame/texts.ts';

export interface Typed {
	name?: string;
	reason?: string;
	/** The field that cannot be taken as it is. */
	wrong?: 'name' | 'reason';
}

/** The document, who asks for what, and the two answers. */
export function signPage(visit: Visit, shown: ShownDocument[], typed: Typed = {}): Page {
	const { lang, request, texts } = visit;
	const pages = shown.map((one) => documentPages(one, visit));
	return {
		lang,
		texts,
		title: request.title,
		status: typed.wrong ? 422 : 200,
		wide: true,
		skip: { to: '#sign', text: texts.sign.skip },
		body: html`<div class="signing">
			<div class="intro">
				<h1>${request.title}</h1>
				${facts(visit, shown)}
			</div>
			<div class="documents">${pages}</div>
			<aside class="answer" id="sign" tabindex="-1" aria-labelledby="sign-heading">
				${signForm(visit, shown, typed)} ${declineForm(visit, typed)} ${notYou(visit)}
			</aside>
			<a class="to-answer" href="#sign">${texts.sign.goToSigning}</a>
		</div>`,
	};
}

function facts({ request, texts: { sign } }: Visit, shown: ShownDocument[]): Html {
	const { creator, expiresAt, message, owner } = request;
	const several = shown.length > 1;
	return html`<dl class="facts">
		<div>
			<dt>${sign.from}</dt>
			<dd>${creator ?? owner}</dd>
		</div>
		<div>
			<dt>${sign.place}</dt>
			${shown.map(
				({ document, place }) =>
					html`<dd>
						${several && `${document.title}: `}${place ? placeLink(place, sign) : sign.placeHidden}
					</dd>`,
			)}
		</div>
		${expiresAt &&
		html`<div>
			<dt>${sign.signBefore}</dt>
			<dd><time datetime="${expiresAt}">${expiresAt}</time></dd>
		</div>`}
		${message &&
		html`<div class="full">
			<dt>${sign.message}</dt>
			<dd class="message">${message}</dd>
		</div>`}
	</dl>`;
}

function placeLink(
	{ field, id, page }: NonNullable<ShownDocument['place']>,
	texts: Texts['sign'],
): Html {
	const text =
		field === undefined ? texts.placeOnPage(page + 1) : texts.placeInField(page + 1, field);
	return html`<a href="#${id}">${text}</a>`;
}

function signForm({ self, signature, texts }: Visit, shown: ShownDocument[], typed: Typed): Html {
	const { sign } = texts;
	const known = signature.kind === 'identity' ? nameOf(signature) : '';
	const name = typed.name ?? (known === addressOf(signature) ? '' : known);
	const isWrong = typed.wrong === 'name';
	return html`<form method="post" action="${self}" class="sign-form">
		<h2 id="sign-heading">${sign.heading}</h2>
		<p id="sign-lead">${sign.lead}</p>
		<label for="name">${sign.name}</label>
		<input
			id="name"
			name="name"
			value="${name}"
			required
			maxlength="100"
			autocomplete="name"
			aria-describedby="${isWrong ? 'name-problem' : 'sign-lead'}"
			${isWrong && html` aria-invalid="true" autofocus`}
			data-name
		/>
		${isWrong && html`<p class="problem" id="name-problem" role="alert">${sign.nameMissing}</p>`}
		<button class="main" name="action" value="sign">
			${shown.length > 1 ? sign.submitAll(shown.length) : sign.submit}
		</button>
	</form>`;
}

function declineForm({ self, texts: { decline } }: Visit, typed: Typed): Html {
	const isWrong = typed.wrong === 'reason';
	return html`<details class="decline" ${isWrong && html` open`}>
		<summary>${decline.open}</summary>
		<form method="post" action="${self}">
			<label for="reason">${decline.reason}</label>
			<p class="hint" id="reason-hint">${decline.reasonHint}</p>
			<textarea
				id="reason"
				name="reason"
				rows="3"
				required
				maxlength="2048"
				aria-describedby="reason-hint${isWrong && ' reason-problem'}"
				${isWrong && html` aria-invalid="true" autofocus`}
			>
${typed.reason}</textarea
			>
			${isWrong &&
			html`<p class="problem" id="reason-problem" role="alert">${decline.reasonMissing}</p>`}
			<button class="danger" name="action" value="decline">${decline.submit}</button>
		</form>
	</details>`;
}
