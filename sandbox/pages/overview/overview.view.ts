import { html, type Html } from '../../http/html.ts';
import { DIALECTS } from '../../state/dialect.ts';
import type { Page } from '../frame/layout.ts';
import { withPages, type ListPages, type Overview } from './overview.ts';
import { callItem, callbackItem, mailItem, time } from './overviewLists.view.ts';
import { requestItem } from './overviewRequest.view.ts';
import { SPANS_MS } from './spans.ts';
import { textsFor } from '../frame/texts/texts.ts';
import { words } from './overview.texts.ts';

const PAGE_SIZE = 50;

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
				<div>${sectionView(requests, overview)}</div>
				<div>${others.map((section) => sectionView(section, overview))}</div>
			</div>`,
	};
}

interface Section {
	id: keyof ListPages;
	title: string;
	empty: string;
	/** Newest first. */
	items: Html[];
	total: number;
	page: number;
	pageCount: number;
}

function sectionsOf(overview: Overview): [Section, ...Section[]] {
	const { calls, pages, store } = overview;
	const callbacks = store.requests
		.flatMap((request) => request.callbacks)
		.sort((a, b) => a.createdAt - b.createdAt);
	return [
		{
			id: 'requests',
			title: words.requests,
			empty: words.noRequests,
			...pageOf(store.requests, pages.requests, (request) => requestItem(request, overview)),
		},
		{
			id: 'mails',
			title: words.mails,
			empty: words.noMails,
			...pageOf(store.mails, pages.mails, (mail) => mailItem(mail)),
		},
		{
			id: 'callbacks',
			title: words.callbacks,
			empty: words.noCallbacks,
			...pageOf(callbacks, pages.callbacks, (callback) => callbackItem(callback)),
		},
		{
			id: 'calls',
			title: words.calls,
			empty: words.noCalls,
			...pageOf(calls, pages.calls, (call) => callItem(call)),
		},
	];
}

function pageOf<Item>(all: Item[], asked: number, view: (item: Item) => Html) {
	const total = all.length;
	const pageCount = Math.max(1, Math.ceil(total / PAGE_SIZE));
	const page = Math.min(asked, pageCount);
	const end = total - (page - 1) * PAGE_SIZE;
	const items = all.slice(Math.max(0, end - PAGE_SIZE), end).reverse();
	return { items: items.map(view), total, page, pageCount };
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

function clockBar({ clock, pages }: Overview): Html {
	const address = withPages('/app/overview/time', pages);
	return html`<form class="card time" method="post" action="${address}" data-act>
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

function sectionView(section: Section, { pages }: Overview): Html {
	const { id, title, empty, items, page, total } = section;
	const first = (page - 1) * PAGE_SIZE + 1;
	return html`<section class="card list" id="${id}" aria-labelledby="${id}-heading" data-live>
		<h2 id="${id}-heading">
			${title} <span class="count">${words.shown(first, items.length, total)}</span>
		</h2>
		${
			items.length === 0
				? html`<p class="empty">${empty}</p>`
				: html`<ol>
						${items}
					</ol>`
		}
		${pager(section, pages)}
	</section>`;
}

function pager({ id, title, page, pageCount }: Section, pages: ListPages): Html | false {
	if (pageCount === 1) return false;
	const link = (to: number, text: string) =>
		html`<a class="button small" href="${withPages('/', { ...pages, [id]: to })}#${id}"
			>${text}</a
		> `;
	return html`<nav class="row pages" aria-label="${words.pagesOf(title)}">
		${page > 1 && link(page - 1, words.newer)}<span>${words.page(page, pageCount)}</span>
		${page < pageCount && link(page + 1, words.older)}
	</nav>`;
}
