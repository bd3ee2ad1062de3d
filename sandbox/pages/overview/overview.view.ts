import { html, type Html } from '../../http/html.ts';
import { DIALECTS } from '../../state/dialect.ts';
import type { Page } from '../frame/layout.ts';
import type { Overview } from './overview.ts';
import { callItem, callbackItem, mailItem, time } from './overviewLists.view.ts';
import { requestItem } from './overviewRequest.view.ts';
import { SPANS_MS } from './spans.ts';
import { textsFor } from '../frame/texts/texts.ts';
import { words } from './overview.texts.ts';

const SHOWN = 50;

export function overviewPage(overview: Overview): Page {
	const { problem } = overview;
	const [requests, ...others] = sectionsOf(overview);
	return {
		...textsFor('en'),
		title: words.title,
		wide: true,
		styles: ['overview.css'],
		scripts: ['overview.js'],
		body: html`<h1>${words.title}</h1>
			<p class="lead">${words.lead}</p>
			<p id="said" class="said" role="status"></p>
			${problem && html`<p id="problem" class="problem" role="alert">${problem.message}</p>`}
			${begin(overview)} ${clockBar(overview)}
			<nav class="jump" aria-label="${words.sections}">
				${[requests, ...others].map(({ id, title }) => html`<a href="#${id}">${title}</a> `)}
			</nav>
			<div class="columns">
				<div>${sectionView(requests)}</div>
				<div>${others.map(sectionView)}</div>
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
	const { calls, store } = overview;
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
			...newest(store.mails, (mail) => mailItem(mail)),
		},
		{
			id: 'callbacks',
			title: words.callbacks,
			empty: words.noCallbacks,
			...newest(callbacks, (callback) => callbackItem(callback)),
		},
		{
			id: 'calls',
			title: words.calls,
			empty: words.noCalls,
			...newest(calls, (call) => callItem(call)),
		},
	];
}

function newest<Item>(items: Item[], view: (item: Item) => Html) {
	return { items: items.slice(-SHOWN).reverse().map(view), total: items.length };
}

function begin({ origin, settings }: Overview): Html {
	const { connect, send, sign } = words.steps;
	const { n8nUrl } = settings;
	return html`<section class="begin" aria-labelledby="begin-heading">
		<h2 id="begin-heading" class="unseen">${words.begin}</h2>
		<ol>
			<li class="card">
				<h3>${connect.title}</h3>
				<p>${connect.text}</p>
				${access(origin(), settings)}
				<p>
					${connect.description}
					${DIALECTS.map(
						(dialect) =>
							html`<a href="/sandbox/openapi/${dialect}.json" download="esignature-${dialect}.json"
								>${connect.dialects[dialect]}</a
							> `,
					)}
				</p>
			</li>
			<li class="card">
				<h3>${send.title}</h3>
				<p>${send.text}</p>
				<p class="row">
					${n8nUrl && html`<a class="button" href="${n8nUrl}">${send.openN8n}</a>`}
					<a class="button" href="/app/place">${send.placing}</a>
				</p>
			</li>
			<li class="card">
				<h3>${sign.title}</h3>
				<p>${sign.text}</p>
			</li>
		</ol>
	</section>`;
}

/** In the order of the credential, and with its names. */
function access(origin: string, settings: Overview['settings']): Html {
	const { dialect, placeholderPrefix, users } = settings;
	const [user] = users;
	const rows = [
		[words.username, user?.username],
		[words.apiKey, user?.apiKey],
		[words.address, origin],
		[words.validation, `${origin}/validation`],
		[words.webApp, `${origin}/app`],
		[words.prefix, placeholderPrefix],
		[words.dialect, words.dialects[dialect]],
	];
	return html`<dl class="access">
		${rows.map(
			([name, value]) =>
				html`<div>
					<dt>${name}</dt>
					<dd>
						<code>${value}</code>
						<button
							type="button"
							class="small"
							data-copy="${value}"
							data-done="${words.copied(name ?? '')}"
							hidden
						>
							${words.copy}<span class="unseen"> ${name}</span>
						</button>
					</dd>
				</div>`,
		)}
	</dl>`;
}

function clockBar({ clock }: Overview): Html {
	return html`<form class="card time" method="post" action="/app/overview/time" data-act>
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
	</form>`;
}

function sectionView({ id, title, empty, items, total }: Section): Html {
	return html`<section class="card list" id="${id}" aria-labelledby="${id}-heading" data-live>
		<h2 id="${id}-heading">
			${title} <span class="count">${words.newest(items.length, total)}</span>
		</h2>
		${items.length === 0
			? html`<p class="empty">${empty}</p>`
			: html`<ol>
					${items}
				</ol>`}
	</section>`;
}
