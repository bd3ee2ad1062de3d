import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod/v4';
import { badRequest, notFound, Problem } from '../http/problem.ts';
import { CallbackShown, callbackShown, MailShown, mailShown } from './service.operations.ts';
import { operation, type Desk } from './operation.ts';
import { RequestShown, requestShown } from './people.operations.ts';

const PAUSE_MS = 50;
const LONGEST_S = 600;
const FINAL = ['SIGNED', 'DECLINED', 'WITHDRAWN', 'ERROR', 'EXPIRED'];

const Found = z.union([RequestShown, MailShown, CallbackShown]);

interface Sight {
	found?: z.output<typeof Found>;
	/** What there is so far, for the message. */
	instead: string;
	/** Waiting longer is of no use. */
	isFinal?: boolean;
}

type Query = Record<string, string>;

/** A test waits here and not in a loop of its own. */
export const WAIT_OPERATIONS = [
	operation({
		method: 'GET',
		path: '/wait',
		summary:
			'Answers when a request has a state, when a mail to an address was sent (mail), or when a callback (success, update, error) was taken',
		query: ['request', 'state', 'mail', 'callback', 'seconds'],
		answer: Found,
		refusals: [404, 409, 504],
		run: async ({ query }, desk) => {
			const { seconds = '30' } = query;
			if (!/^\d+$/.test(seconds) || Number(seconds) > LONGEST_S) {
				throw badRequest(`seconds: must be a whole number up to ${LONGEST_S}.`);
			}
			const look = lookFor(query, desk);
			const until = Date.now() + Number(seconds) * 1000;
			for (;;) {
				const { found, instead, isFinal } = look();
				if (found !== undefined) return found;
				if (isFinal) throw new Problem(409, `This will not happen any more: ${instead}`);
				if (Date.now() >= until) throw new Problem(504, `Not within ${seconds} s: ${instead}`);
				await sleep(PAUSE_MS, undefined, { ref: false });
			}
		},
	}),
];

function lookFor({ request, state, mail, callback }: Query, desk: Desk): () => Sight {
	const { store } = desk;
	if (mail !== undefined) {
		return () => {
			const found = store.mails.find(
				({ to, requestId }) =>
					to.toLowerCase() === mail.toLowerCase() && (request ?? requestId) === requestId,
			);
			return { found: found && mailShown(found), instead: `${store.mails.length} other mails.` };
		};
	}
	if (callback !== undefined) {
		return () => {
			const sent = store.requests
				.filter(({ id }) => (request ?? id) === id)
				.flatMap((one) => one.callbacks.map((record) => callbackShown(record, one.id, desk)))
				.filter(({ type }) => type === callback);
			const found = sent.find((one) => one.state === (state ?? 'COMPLETED'));
			return { found, instead: `${sent.length} callbacks in another state.` };
		};
	}
	if (request === undefined) throw badRequest('request: request, mail or callback is required.');
	return () => {
		const one = store.request(request);
		if (!one) throw notFound('The signature request');
		const { status } = one;
		const isThere = status === (state ?? 'SIGNED');
		return {
			found: isThere ? requestShown(one) : undefined,
			instead: `the request is ${status}.`,
			isFinal: FINAL.includes(status),
		};
	};
}
