/** Instants at which n8n is killed: something that the service sees, and a little time after it. */
import type { Sandbox } from '../../../../sandbox/server.ts';
import type { Call } from '../../../../sandbox/http/callLog.ts';

export interface Aim {
	name: string;
	/** Whether it has come, by what the service has seen since this round began. */
	hasCome: (seen: Seen) => boolean;
	/** n8n is killed up to so long after it. */
	withinMs: number;
}

export interface Seen {
	calls: Call[];
	/** Of callbacks that were sent in this round. */
	answered: number;
}

const CREATE = /^\/v\d\/signature-requests$/;
const READ = /^\/v\d\/signature-requests\/[^/]+$/;

const creates = ({ calls }: Seen) =>
	calls.filter(({ method, path }) => method === 'POST' && CREATE.test(path));
const reads = ({ calls }: Seen) =>
	calls.filter(({ method, path }) => method === 'GET' && READ.test(path));
const lists = ({ calls }: Seen) =>
	calls.filter(({ method, path }) => method === 'GET' && CREATE.test(path));

export const aims: Aim[] = [
	{ name: 'while a request is created', hasCome: (seen) => creates(seen).length > 0, withinMs: 40 },
	{
		name: 'between create and waiting',
		hasCome: (seen) => creates(seen).some(({ status }) => status !== undefined),
		withinMs: 120,
	},
	{ name: 'while a callback is checked', hasCome: (seen) => reads(seen).length > 0, withinMs: 80 },
	{
		name: 'just after a callback was answered',
		hasCome: ({ answered }) => answered > 0,
		withinMs: 20,
	},
	{
		name: 'at the hand-over of a poll',
		hasCome: (seen) => lists(seen).some(({ status }) => status !== undefined),
		withinMs: 250,
	},
	{ name: 'at any time', hasCome: () => true, withinMs: 2_500 },
];

/** What the service has seen since now. */
export function seenFrom({ calls, store }: Sandbox): () => Seen {
	const before = calls.length;
	const attempts = () =>
		store.requests
			.flatMap(({ callbacks }) => callbacks)
			.filter(({ state }) => state === 'COMPLETED').length;
	const answeredBefore = attempts();
	return () => ({
		calls: calls.slice(before),
		answered: attempts() - answeredBefore,
	});
}
