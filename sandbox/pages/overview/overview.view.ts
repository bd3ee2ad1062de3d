import { html, type Html } from '../../http/html.ts';
import type { Page } from '../frame/layout.ts';
import type { Overview } from './overview.ts';
import { callItem, callbackItem, mailItem, time } from './overviewLists.view.ts';
import { requestItem } from './overviewRequest.view.ts';
import { SPANS_MS } from './spans.ts';
import type { Texts } from '../frame/texts.ts';

const SHOWN = 50;

export function overviewPage(overview: Overview): Page {
	const { lang, problem, texts } = overview;
	const [requests, ...others] = sectionsOf(overview);
	return {
		lang,
		texts,
		title: texts.product,
		wide: true,
		body: html`<h1 class="unseen">${texts.product}</h1>
			<p id="said" class="said" role="status"></p>
			${problem && html`<p id="problem" class="problem" role="alert">${problem.message}</p>`}
			${access(overview)}
			<nav class="jump" aria-label="${texts.overview.sections}">
				${[requests, ...others].map(({ id, title }) => html`<a href="#${id}">${title}</a> `)}
			</nav>
			<div class="columns">
				<div>${sectionView(requests, texts)}</div>
				<div>${others.map((section) => sectionView(section, texts))}</div>
			</div>`,
	};
}

interface Section {
	id: string;
	title: string;
	empty: string;
	/** Newest first, and never more than a page can hold. */
	items: Html[];
	total: number;
}

function sectionsOf(overview: Overview): [Section, ...Section[]] {
	const { calls, store, texts } = overview;
	const words = texts.overview;
	const callbacks = store.requests
		.flatMap((request) => request.callbacks)
		.sort((a, b) => a.createdAt - b.createdAt);
	return [
		{
			id: 'requests',
			title: words.requests,
			empty: words.noRequests,
			...newest(store.requests, (request) => requestItem(request, overview)),
		},
		{
			id: 'mails',
			title: words.mails,
			empty: words.noMails,
			...newest(store.mails, (mail) => mailItem(mail, texts)),
		},
		{
			id: 'callbacks',
			title: words.callbacks,
			empty: words.noCallbacks,
			...newest(callbacks, (callback) => callbackItem(callback, texts)),
		},
		{
			id: 'calls',
			title: words.calls,
			empty: words.noCalls,
			...newest(calls, (call) => callItem(call, texts)),
		},
	];
}

function newest<Item>(items: Item[], view: (item: Item) => Html) {
	return { items: items.slice(-SHOWN).reverse().map(view), total: items.length };
}

function access({ clock, origin, settings, texts: { overview: words } }: Overview): Html {
	const [user] = settings.users;
	const rows = [
		[words.address, origin()],
		[words.validation, `${origin()}/validation`],
		[words.username, user?.username],
		[words.apiKey, user?.apiKey],
	];
	return html`<section class="card access" aria-labelledby="access-heading">
		<h2 id="access-heading" class="unseen">${words.access}</h2>
		<p class="hint">${words.lead}</p>
		<dl class="facts">
			${rows.map(
				([name, value]) =>
					html`<div>
						<dt>${name}</dt>
						<dd><code>${value}</code></dd>
					</div>`,
			)}
		</dl>
		<form class="time" method="post" action="/app/overview/time" data-act>
			<p id="clock" data-live>${words.clock}: <strong>${time(clock.now())}</strong></p>
			<div class="row" role="group" aria-label="${words.letTimePass}">
				<span>${words.letTimePass}:</span>
				${(Object.keys(SPANS_MS) as Array<keyof typeof SPANS_MS>).map(
					(span) =>
						html`<button
							class="small"
							id="pass-${span}"
							name="span"
							value="${span}"
							data-done="${words.timePassed(words.spans[span])}"
						>
							${words.spans[span]}
						</button>`,
				)}
			</div>
		</form>
	</section>`;
}

function sectionView({ id, title, empty, items, total }: Section, texts: Texts): Html {
	return html`<section class="card list" id="${id}" aria-labelledby="${id}-heading" data-live>
		<h2 id="${id}-heading">
			${title} <span class="count">${texts.overview.newest(items.length, total)}</span>
		</h2>
		${items.length === 0
			? html`<p class="hint">${empty}</p>`
			: html`<ol>
					${items}
				</ol>`}
	</section>`;
}
