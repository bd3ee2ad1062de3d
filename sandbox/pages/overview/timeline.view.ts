import { html, type Html } from '../../http/html.ts';
import type { CallbackRecord, RequestRecord } from '../../state/requestRecord.ts';
import type { Overview } from './overview.ts';
import { time } from './overviewLists.view.ts';
import { words } from './overview.texts.ts';

interface Event {
	at: number;
	/** Gives it a color. */
	kind: string;
	text: Html;
}

/** The life of a request: what people did, and the mails and callbacks that followed. */
export function timeline(request: RequestRecord, { store }: Overview): Html {
	const { callbacks, history, id } = request;
	const actions = history.map(({ at, event, who }) => ({
		at,
		kind: event,
		text: html`<strong>${words.events[event] ?? event}</strong>${who && html` · ${who}`}`,
	}));
	const mails = store.mails
		.filter(({ requestId }) => requestId === id)
		.map(({ at, kind, to }) => ({ at, kind: 'mail', text: html`${words.mailTo(kind)} ${to}` }));
	const events = [...actions, ...mails, ...callbacks.flatMap(attemptsOf)];
	return html`<ol class="timeline">
		${events
			.sort((a, b) => a.at - b.at)
			.map(
				({ at, kind, text }) =>
					html`<li class="${kind.replaceAll(' ', '-')}">
						<p>${text}</p>
						<p class="quiet">${time(at)}</p>
					</li>`,
			)}
	</ol>`;
}

/** Each with its answer, and the next one that is due. */
function attemptsOf(callback: CallbackRecord): Event[] {
	const { attemptedAt = [], dueAt, messages, state, type, updatedAt, url } = callback;
	const { attempt, due } = words.callback;
	const event = (at: number, kind: string, text: string, answer?: string): Event => ({
		at,
		kind: `callback-${kind}`,
		text: html`<strong>${text}</strong>${answer && html` · ${answer}`}<br /><code
				>${withoutQuery(url)}</code
			>`,
	});
	const attempts = messages.map((answer, index) => {
		const isTaken = state === 'COMPLETED' && index === messages.length - 1;
		const at = attemptedAt[index] ?? updatedAt;
		return event(at, isTaken ? 'taken' : 'refused', attempt(type, index + 1), answer);
	});
	const isDue = state === 'OPEN' && dueAt !== undefined;
	return [...attempts, ...(isDue ? [event(dueAt, 'due', due(type))] : [])];
}

/** The query of a callback often holds what proves that the call is genuine; images of this page get around. */
function withoutQuery(url: string): string {
	const [address = '', query] = url.split('?', 2);
	return query === undefined ? address : `${address}?…`;
}
