import { z } from 'zod/v4';
import { notFound, badRequest } from '../http/problem.ts';
import type { Fault as Planned } from '../http/faults.ts';
import { textOf } from '../http/pathPattern.ts';
import type { Mail, ReceivedMail } from '../state/mail.ts';
import type { CallbackRecord } from '../state/requestRecord.ts';
import { operation, type Desk } from './operation.ts';

const YEAR_MS = 366 * 86_400_000;

const Fault = z.strictObject({
	method: z.string().optional(),
	path: z.string().startsWith('/').optional().describe('All calls unless said'),
	times: z.int().min(1).optional().describe('How often; always unless said'),
	status: z.int().min(100).max(599).optional().describe('Answered instead of the service'),
	headers: z.record(z.string(), z.string()).optional(),
	body: z.unknown().optional(),
	reset: z.enum(['before', 'after']).optional().describe('The connection breaks'),
	delayMs: z.int().min(0).max(600_000).optional().describe('Answers as usual, later'),
	hang: z.literal(true).optional().describe('Never answers'),
	truncateBody: z.literal(true).optional(),
	redirectTo: z.string().optional(),
	callback: z
		.literal('lost')
		.optional()
		.describe('Callbacks to an address with this path never arrive, but count as delivered'),
});
const KINDS = [
	...(['status', 'reset', 'delayMs', 'hang', 'truncateBody', 'redirectTo', 'callback'] as const),
];
const FaultBody = Fault.refine(
	(fault) => KINDS.filter((kind) => fault[kind] !== undefined).length === 1,
	`exactly one of ${KINDS.join(', ')} is needed`,
);

const Time = z.iso.datetime();
const Count = z.int().min(0);

const FaultShown = Fault.extend({ path: z.string().optional() });

const faultShown = (fault: Planned): z.output<typeof FaultShown> => ({
	...fault,
	path: fault.path && textOf(fault.path),
});

export const MailShown = z.object({
	at: Time,
	to: z.string().describe('An email address, or the mobile number of a person without one'),
	kind: z.enum([
		...['invitation', 'reminder', 'completion', 'declined', 'error', 'expired', 'withdrawn'],
	] as const),
	subject: z.string(),
	text: z.string(),
	link: z.string().optional(),
	language: z.string().optional(),
	requestId: z.string(),
	signatureId: z.string().optional(),
});

export const mailShown = (mail: Mail): z.output<typeof MailShown> => ({
	...mail,
	at: new Date(mail.at).toISOString(),
});

const ReceivedMailShown = z.object({
	at: Time,
	from: z.string(),
	to: z.array(z.string()),
	subject: z.string(),
	text: z.string(),
	raw: z.string().describe('As it came, one character for each byte'),
});

const CallShown = z.object({
	method: z.string(),
	path: z.string(),
	query: z.string().describe('With its question mark, or empty'),
	at: z.int().describe('Milliseconds since 1970, by the clock of the sandbox'),
	status: z.int().optional().describe('Absent while no answer was sent'),
	contentLength: Count.optional(),
	transferEncoding: z.string().optional(),
	receivedBytes: Count,
	body: z.string().optional().describe('Of the last calls only'),
	began: Count.describe('Position in the order of all beginnings and ends'),
	ended: Count.optional(),
});

export const CallbackShown = z.object({
	id: z.string(),
	requestId: z.string(),
	type: z.enum(['success', 'update', 'error']),
	state: z.enum(['OPEN', 'COMPLETED', 'RESIGNATED']),
	attempts: Count,
	messages: z.array(z.string()),
	dueAt: Time.optional().describe('When it is sent, or sent again'),
	url: z.string().optional().describe('Only where a control key is set'),
});

export function callbackShown(
	record: CallbackRecord,
	requestId: string,
	desk: Desk,
): z.output<typeof CallbackShown> {
	const { id, type, state, attempts, messages, dueAt, url } = record;
	return {
		...{ id, requestId, type, state, attempts, messages },
		dueAt: state === 'OPEN' && dueAt ? new Date(dueAt).toISOString() : undefined,
		...(desk.showsAddresses && { url }),
	};
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Whether everything that is wanted is there; lists hold each of their wanted members somewhere. */
function holds(value: unknown, wanted: unknown): boolean {
	if (typeof wanted !== 'object' || wanted === null) return value === wanted;
	if (Array.isArray(wanted)) {
		return Array.isArray(value) && wanted.every((one) => value.some((own) => holds(own, one)));
	}
	if (typeof value !== 'object' || value === null) return false;
	return Object.entries(wanted).every(([name, one]) =>
		holds((value as Record<string, unknown>)[name], one),
	);
}

/** Time, faults, and what was received and sent. */
export const SERVICE_OPERATIONS = [
	operation({
		method: 'GET',
		path: '/clock',
		summary: 'What time it is in the sandbox',
		answer: z.object({ now: Time, speed: z.number().min(0) }),
		run: (_call, { clock }) => ({ now: new Date(clock.now()).toISOString(), speed: clock.speed }),
	}),
	operation({
		method: 'POST',
		path: '/clock/advance',
		summary: 'Lets time pass; what falls due happens before this answers',
		body: z.strictObject({ ms: z.int().min(0).max(YEAR_MS) }),
		answer: z.object({ now: Time }),
		run: async ({ body }, { clock }) => {
			await clock.advance(body.ms);
			return { now: new Date(clock.now()).toISOString() };
		},
	}),
	operation({
		method: 'GET',
		path: '/faults',
		summary: 'What goes wrong at present',
		answer: z.array(FaultShown),
		run: (_call, { faults }) => faults.list().map(faultShown),
	}),
	operation({
		method: 'POST',
		path: '/faults',
		summary: 'Lets calls of a path fail or be late, or loses callbacks; control calls never are',
		body: FaultBody,
		run: ({ body }, { faults }) => {
			faults.add(body as Planned);
		},
	}),
	operation({
		method: 'DELETE',
		path: '/faults',
		summary: 'Nothing goes wrong any more',
		run: (_call, { faults }) => faults.clear(),
	}),
	operation({
		method: 'GET',
		path: '/mails',
		summary: 'The mails that were sent, oldest first',
		query: ['to', 'requestId'],
		answer: z.array(MailShown),
		run: ({ query: { to, requestId } }, { store }) =>
			store.mails
				.filter((mail) => to === undefined || mail.to.toLowerCase() === to.toLowerCase())
				.filter((mail) => requestId === undefined || mail.requestId === requestId)
				.map(mailShown),
	}),
	operation({
		method: 'DELETE',
		path: '/mails',
		summary: 'Forgets the mails',
		run: (_call, { store }) => void (store.mails.length = 0),
	}),
	operation({
		method: 'GET',
		path: '/mails/received',
		summary: 'The mails that others sent to the SMTP port, oldest first',
		answer: z.array(ReceivedMailShown),
		run: (_call, { store }) =>
			[...store.kept<ReceivedMail>('receivedMail').values()].map((mail) => ({
				...mail,
				at: new Date(mail.at).toISOString(),
			})),
	}),
	operation({
		method: 'DELETE',
		path: '/mails/received',
		summary: 'Forgets the mails of others',
		run: (_call, { store }) => store.kept<ReceivedMail>('receivedMail').clear(),
	}),
	operation({
		method: 'GET',
		path: '/callbacks',
		summary: 'The callbacks of all requests, and what became of them',
		answer: z.array(CallbackShown),
		run: (_call, desk) =>
			desk.store.requests.flatMap(({ id, callbacks }) =>
				callbacks.map((record) => callbackShown(record, id, desk)),
			),
	}),
	operation({
		method: 'POST',
		path: '/callbacks/{id}/repeat',
		summary: 'Sends a callback once more',
		refusals: [404],
		run: ({ params }, { callbacks }) => {
			if (!callbacks.repeat(params.id ?? '')) throw notFound('The callback');
		},
	}),
	operation({
		method: 'GET',
		path: '/calls',
		summary:
			'The calls that were received, oldest first, with their bodies; json is what a body has to hold',
		query: ['last', 'method', 'path', 'json'],
		answer: z.array(CallShown),
		run: ({ query: { last = '100', method, path, json } }, { calls }) => {
			if (!/^\d{1,5}$/.test(last)) throw badRequest('last: must be a whole number.');
			const wanted = json === undefined ? undefined : parsed(json);
			if (json !== undefined && wanted === undefined) throw badRequest('json: is not valid JSON.');
			const found = calls
				.matching({ method, path })
				.filter(({ body }) => wanted === undefined || holds(parsed(body ?? ''), wanted));
			return Number(last) === 0 ? [] : found.slice(-Number(last));
		},
	}),
	operation({
		method: 'DELETE',
		path: '/calls',
		summary: 'Forgets the calls',
		run: (_call, { calls }) => calls.clear(),
	}),
];
