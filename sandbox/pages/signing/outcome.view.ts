import { dueSignatures } from '../../requests/lifecycle/transitions.ts';
import type { Exit } from './exits.ts';
import { html, type Html } from '../../http/html.ts';
import type { Page } from '../frame/layout.ts';
import type { ShownDocument } from '../positions/shownDocuments.ts';
import { peopleView } from './people.view.ts';
import { notYou, shownName, type SigningAddress, type Visit } from './signingVisit.ts';
import type { Outcome } from './visit.ts';

type Ended = Exclude<Outcome, 'sign'>;

const TONES: Partial<Record<Ended, 'good' | 'bad'>> = {
	thanks: 'good',
	alreadySigned: 'good',
	youFailed: 'bad',
	failed: 'bad',
};

export function outcomePage(
	outcome: Ended,
	visit: Visit,
	shown: ShownDocument[],
	next?: string,
): Page {
	const { exits, lang, languages, request, texts } = visit;
	const [title, lead] = texts.outcomes[outcome];
	const exit = exitOf(outcome, visit);
	return {
		lang,
		texts,
		languages,
		title,
		styles: ['signing.css'],
		scripts: ['countdown.js'],
		head: exit?.afterSeconds === undefined ? undefined : refreshWithoutScript(exit),
		body: html`<article class="card ${TONES[outcome] ?? 'neutral'}">
			<p class="about">${request.title}</p>
			<div role="status">
				<h1>${title}</h1>
				<p>${lead}</p>
			</div>
			${details(outcome, visit)}
			${next && html`<p class="exit"><a class="button" href="${next}">${texts.signAgain}</a></p>`}
			${
				!exits.hidesDownload &&
				(outcome === 'thanks' || outcome === 'alreadySigned') &&
				downloads(visit, shown)
			}
			${exit && wayOut(exit, visit)} ${request.signatures.length > 1 && peopleView(visit)}
			${notYou(visit)}
		</article>`,
	};
}

/** Nothing is said about requests that are gone, not even whether they existed. */
export function missingPage({ lang, languages, texts }: SigningAddress): Page {
	const [title, lead] = texts.missing;
	return {
		lang,
		texts,
		languages,
		title,
		status: 404,
		body: html`<article class="card neutral">
			<h1>${title}</h1>
			<p>${lead}</p>
		</article>`,
	};
}

/** A person who comes back later is not sent away, but still finds the way. */
function exitOf(outcome: Ended, { exits }: Visit): Exit | undefined {
	switch (outcome) {
		case 'thanks':
			return exits.signed;
		case 'youDeclined':
			return exits.declined;
		case 'youFailed':
			return exits.failed;
		case 'alreadySigned':
			return exits.signed && { url: exits.signed.url };
		case 'alreadyDeclined':
			return exits.declined && { url: exits.declined.url };
		default:
			return exits.failed && { url: exits.failed.url };
	}
}

function details(outcome: Ended, { request, signature, texts }: Visit): Html | undefined {
	const { signatures } = request;
	if (outcome === 'thanks') {
		const open = signatures.filter(({ status }) => status === 'OPEN');
		return html`<p>${texts.stillMissing(open.length)}</p>`;
	}
	if (outcome === 'notYourTurn') {
		const names = dueSignatures(signatures)
			.filter(({ order }) => order !== -1)
			.map(shownName);
		return html`<p>${texts.waitingFor}:</p>
			<ul class="waiting-for">
				${names.map((name) => html`<li>${name}</li>`)}
			</ul>`;
	}
	if (signature.status === 'DECLINED' && signature.declineReason !== undefined) {
		return html`<dl class="facts">
			<div>
				<dt>${texts.declinedReason}</dt>
				<dd class="message">${signature.declineReason}</dd>
			</div>
		</dl>`;
	}
	return undefined;
}

function downloads({ base, texts }: Visit, shown: ShownDocument[]): Html {
	const name = (title: string) =>
		shown.length > 1 ? texts.document.downloadSignedOf(title) : texts.document.downloadSigned;
	const links = shown.map(
		({ document: { id, title } }) =>
			html`<a class="button" href="${base}/documents/${id}/content" download>${name(title)}</a>`,
	);
	return html`<p class="row downloads">${links}</p>`;
}

function wayOut({ afterSeconds, url }: Exit, { texts }: Visit): Html {
	if (afterSeconds === undefined) {
		return html`<p class="exit"><a class="button" href="${url}">${texts.exit.leave}</a></p>`;
	}
	const [before, seconds, after] = texts.exit.countdown(afterSeconds);
	return html`<div class="exit" data-countdown="${afterSeconds}">
		<p>
			<span data-running
				>${before} <strong data-seconds role="timer">${seconds}</strong> ${after}</span
			><span data-stopped role="status" hidden>${texts.exit.stayed}</span>
		</p>
		<p class="row">
			<a class="button" href="${url}" data-exit>${texts.exit.go}</a>
			<button type="button" class="plain" data-stay hidden>${texts.exit.stay}</button>
		</p>
	</div>`;
}

const refreshWithoutScript = ({ afterSeconds, url }: Exit) =>
	html`<noscript><meta http-equiv="refresh" content="${afterSeconds};url=${url}" /></noscript>`;
