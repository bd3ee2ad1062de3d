/** What the workflows of workflows.ts should pass on, and what they have passed on. */
import type { RequestRecord } from '../../../sandbox/state/requestRecord.ts';
import { pathOf, places, waitingRunOf, type Place } from './workflows.ts';

/** One end or event of a request, and who should pass it on. */
export interface Notice {
	by: Place | 'waiting' | 'watch';
	id: string;
	what: string;
}

/** Everything that ended is polled; besides, a trigger hears of it, or the execution that waits for it. */
export function noticesOf(request: RequestRecord): Notice[] {
	const { id, status, callbacks } = request;
	const what = status.toLowerCase();
	const called = callbacks.flatMap(({ type, url }): Notice[] => {
		const by = places.find((one) => url.includes(pathOf(one)));
		return by ? [{ by, id, what: type }] : [];
	});
	const own: Notice[] = waitingRunOf(request) ? [{ by: 'waiting', id, what }] : called;
	return [{ by: 'watch', id, what }, ...own];
}

/** A node that waits and the polling trigger say how a request ended; a trigger names the event. */
export function readNotice(url = '', body: string): Notice & { isMarked: boolean } {
	const item = JSON.parse(body) as {
		requestId?: string;
		id?: string;
		request?: { id: string };
		event?: string;
		outcome?: string;
		mayBeRepeated?: boolean;
	};
	const by = url.startsWith('/waiting') ? 'waiting' : (url.slice(1) as Place | 'watch');
	const isAboutTheEnd = by === 'watch' || by === 'waiting';
	return {
		by,
		id: String(item.requestId ?? item.request?.id ?? item.id),
		what: String(isAboutTheEnd ? item.outcome : item.event),
		isMarked: item.mayBeRepeated === true,
	};
}

export const inWords = ({ by, id, what }: Notice) => `${by} ${id} ${what}`;

/** What of the first list is not in the second; equal entries count each. */
export function without(list: string[], other: string[]): string[] {
	const left = [...other];
	return list.filter((line) => {
		const index = left.indexOf(line);
		if (index !== -1) left.splice(index, 1);
		return index === -1;
	});
}

/** What is there more than once. */
export const repeated = (list: string[]) => list.filter((one, at) => list.indexOf(one) !== at);
