import { html, type Html } from '../../http/html.ts';
import type { Page } from '../frame/layout.ts';
import type { Texts } from '../frame/texts/texts.ts';
import type { Place, ShownDocument } from '../positions/shownDocuments.ts';
import { documentPages } from './documentPages.view.ts';
import { peopleView } from './people.view.ts';
import { nextPlace, signForm, type Typed } from './signForm.view.ts';
import { notYou, senderOf, withParameter, type Visit } from './signingVisit.ts';

/** The document, who asks for what, and the two answers. */
export function signPage(visit: Visit, shown: ShownDocument[], typed: Typed = {}): Page {
	const { lang, languages, request, self, texts } = visit;
	return {
		lang,
		texts,
		languages,
		title: request.title,
		status: typed.wrong ? 422 : 200,
		wide: true,
		styles: ['signing.css'],
		scripts: ['positions.js', 'signature.js'],
		skip: { to: '#sign', text: texts.sign.skip },
		body: html`<div class="signing">
			<div class="intro">
				<p class="about">${texts.sign.asks(senderOf(request))}</p>
				<h1>${request.title}</h1>
				${facts(visit, shown)}
			</div>
			<div class="documents">
				${shown.map((one, index) => documentPages(one, index, visit))}
				<nav class="steps" aria-label="${texts.sign.place}">
					${nextPlace(shown, texts.sign)}
					<a href="#sign">${texts.sign.goToSigning}</a>
				</nav>
			</div>
			<aside class="answer" id="sign" tabindex="-1" aria-labelledby="sign-heading">
				<div class="card">
					${signForm(visit, shown, typed)}
					<p class="others">
						${nextPlace(shown, texts.sign)}
						<a href="${withParameter(self, 'answer', 'decline')}">${texts.decline.open}</a>
					</p>
				</div>
				<div class="card">${peopleView(visit)} ${notYou(visit)}</div>
			</aside>
		</div>`,
	};
}

function facts({ lang, request, texts: { sign } }: Visit, shown: ShownDocument[]): Html {
	const { expiresAt, message } = request;
	const several = shown.length > 1;
	return html`<dl class="facts">
		${
			message &&
			html`<div class="full">
				<dt>${sign.message}</dt>
				<dd class="message">${message}</dd>
			</div>`
		}
		<div>
			<dt>${sign.place}</dt>
			${shown.map(
				({ document, places }) =>
					html`<dd>
						${several && `${document.title}: `}${places.map(
							(place, index) => html`${index > 0 && ', '}${placeLink(place, sign)}`,
						)}
					</dd>`,
			)}
		</div>
		${
			expiresAt &&
			html`<div>
				<dt>${sign.signBefore}</dt>
				<dd><time datetime="${expiresAt}">${dateText(expiresAt, lang)}</time></dd>
			</div>`
		}
	</dl>`;
}

function placeLink({ field, id, page }: Place, texts: Texts['sign']): Html {
	const text =
		field === undefined ? texts.placeOnPage(page + 1) : texts.placeInField(page + 1, field);
	return html`<a href="#${id}">${text}</a>`;
}

const dateText = (date: string, lang: string) =>
	new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
