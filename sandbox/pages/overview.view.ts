import type { CallLog } from '../callLog.ts';
import type { Context } from '../context.ts';
import type { Problem } from '../problem.ts';
import { html, type Html } from './html.ts';
import type { Page } from './layout.ts';
import { callItem, callbackItem, mailItem, time } from './overviewLists.view.ts';
import { requestItem } from './overviewRequest.view.ts';
import { SPANS_MS } from './spans.ts';
import type { Texts } from './texts.ts';

export interface Overview extends Context {
	calls: CallLog;
	lang: string;
	texts: Texts;
	/** Why what was just asked for did not work. */
	problem?: Problem;
}

const SHOWN = 50;

export function overviewPage(overview: Overview): Page {
	const { calls, lang, problem, store, texts } = overview;
	const words = texts.overview;
	const { requests } = store;
	const callbacks = requests
		.flatMap((one) => one.callbacks)
		.sort((a, b) => a.createdAt - b.createdAt);
	return {
		lang,
		texts,
		title: texts.product,
		wide: true,
		body: html`<h1 class="unseen">${texts.product}</h1>
			<p id="said" class="said" role="status"></p>
			${problem && html`<p id="problem" class="problem" role="alert">${problem.message}</p>`}
			${access(overview)}
			<div class="columns">
				<div>
					${list(
						'requests',
						words.requests,
						words.noRequests,
						requests,
						(one) => requestItem(one, overview),
						texts,
					)}
				</div>
				<div>
					${list(
						'mails',
						words.mails,
						words.noMails,
						store.mails,
						(one) => mailItem(one, texts),
						texts,
					)}
					${list(
						'callbacks',
						words.callbacks,
						words.noCallbacks,
						callbacks,
						(one) => callbackItem(one, texts),
						texts,
					)}
					${list('calls', words.calls, words.noCalls, calls, (one) => callItem(one, texts), texts)}
				</div>
			</div>`,
	};
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

/** Newest first, and never more than a page can hold. */
function list<Item>(
	id: string,
	title: string,
	empty: string,
	items: Item[],
	view: (item: Item) => Html,
	texts: Texts,
): Html {
	const newest = items.slice(-SHOWN).reverse();
	return html`<section class="card list" id="${id}" aria-labelledby="${id}-heading" data-live>
		<h2 id="${id}-heading">
			${title} <span class="count">${texts.overview.newest(newest.length, items.length)}</span>
		</h2>
		${newest.length === 0
			? html`<p class="hint">${empty}</p>`
			: html`<ol>
					${newest.map(view)}
				</ol>`}
	</section>`;
}
