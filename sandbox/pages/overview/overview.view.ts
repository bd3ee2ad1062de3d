import { html, type Html } from '../../http/html.ts';
import { DIALECTS } from '../../state/dialect.ts';
import type { Page } from '../frame/layout.ts';
import { showing, type Overview, type Shown } from './overview.ts';
import { callItem, mailItem, time } from './overviewLists.view.ts';
import { matches, requestItem } from './overviewRequest.view.ts';
import { SPANS_MS } from './spans.ts';
import { textsFor } from '../frame/texts/texts.ts';
import { words } from './overview.texts.ts';

const PAGE_SIZE = 50;
const REQUESTS_ON_A_PAGE = 20;

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
	id: 'requests' | 'mails' | 'calls';
	title: string;
	empty: string;
	/** Newest first. */
	items: Html[];
	first: number;
	total: number;
	page: number;
	pageCount: number;
}

function sectionsOf(overview: Overview): [Section, ...Section[]] {
	const { calls, shown, store } = overview;
	const { search } = shown;
	const found = search ? store.requests.filter((one) => matches(one, search)) : store.requests;
	const requests = pageOf(found, shown.requests, REQUESTS_ON_A_PAGE);
	const mails = pageOf(store.mails, shown.mails);
	const received = pageOf(calls, shown.calls);
	return [
		{
			...requests,
			id: 'requests',
			title: words.requests,
			empty: search ? words.noneFound(search) : words.noRequests,
			items: requests.items.map((request, at) =>
				requestItem(request, overview, { isOpened: at === 0 && requests.page === 1 }),
			),
		},
		{
			...mails,
			id: 'mails',
			title: words.mails,
			empty: words.noMails,
			items: mails.items.map(mailItem),
		},
		{
			...received,
			id: 'calls',
			title: words.calls,
			empty: words.noCalls,
			items: received.items.map(callItem),
		},
	];
}

function pageOf<Item>(all: Item[], asked: number, size = PAGE_SIZE) {
	const total = all.length;
	const pageCount = Math.max(1, Math.ceil(total / size));
	const page = Math.min(asked, pageCount);
	const first = (page - 1) * size + 1;
	const end = total - first + 1;
	return {
		items: all.slice(Math.max(0, end - size), end).reverse(),
		first,
		total,
		page,
		pageCount,
	};
}

/** Open until something was sent. */
function begin({ origin, settings, store }: Overview): Html {
	const { connect, send, sign } = words.steps;
	const { n8nUrl } = settings;
	return html`<details class="begin" ${store.requests.length === 0 && 'open'}>
		<summary>
			<h2>${words.begin}</h2>
		</summary>
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
	</details>`;
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

function clockBar({ clock, shown }: Overview): Html {
	const address = showing('/app/overview/time', shown);
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

function sectionView(section: Section, { shown }: Overview): Html {
	const { id, title, empty, first, items, total } = section;
	return html`<section class="card list" id="${id}" aria-labelledby="${id}-heading" data-live>
		<h2 id="${id}-heading">
			${title} <span class="count">${words.shown(first, items.length, total)}</span>
		</h2>
		${id === 'requests' && (total > 0 || shown.search !== '') && search(shown)}
		${
			items.length === 0
				? html`<p class="empty">${empty}</p>`
				: html`<ol>
						${items}
					</ol>`
		}
		${pager(section, shown)}
	</section>`;
}

function search(shown: Shown): Html {
	return html`<form class="search" role="search" action="/">
		<label class="unseen" for="search">${words.searchFor}</label>
		<input
			id="search"
			name="search"
			type="search"
			maxlength="200"
			value="${shown.search}"
			placeholder="${words.searchFor}"
		/>
		<button>${words.search}</button>
		${shown.search && html`<a href="${showing('/', { ...shown, search: '' })}">${words.showAll}</a>`}
	</form>`;
}

function pager({ id, title, page, pageCount }: Section, shown: Shown): Html | false {
	if (pageCount === 1) return false;
	const link = (to: number, text: string) =>
		html`<a class="button small" href="${showing('/', { ...shown, [id]: to })}#${id}">${text}</a> `;
	return html`<nav class="row pages" aria-label="${words.pagesOf(title)}">
		${page > 1 && link(page - 1, words.newer)}<span>${words.page(page, pageCount)}</span>
		${page < pageCount && link(page + 1, words.older)}
	</nav>`;
}
