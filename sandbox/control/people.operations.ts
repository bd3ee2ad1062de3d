import { z } from 'zod/v4';
import { notFound } from '../http/problem.ts';
import { addressOf } from '../requests/notices/mails.ts';
import type { RequestRecord } from '../state/requestRecord.ts';
import { Quality } from '../state/values.schema.ts';
import { operation } from './operation.ts';

const Signer = z
	.string()
	.optional()
	.describe('The id or email address of the signer; by default the next to sign');

export const RequestShown = z.object({
	id: z.string(),
	title: z.string(),
	status: z.enum(['DRAFT', 'OPEN', 'SIGNED', 'DECLINED', 'ERROR', 'EXPIRED', 'WITHDRAWN']),
	owner: z.string(),
	documentIds: z.array(z.string()),
	signers: z.array(
		z.object({
			id: z.string(),
			address: z.string(),
			status: z.enum(['OPEN', 'SIGNED', 'DECLINED', 'ERROR']),
		}),
	),
});

export function requestShown(request: RequestRecord): z.output<typeof RequestShown> {
	const { id, title, status, owner, documentIds, signatures } = request;
	return {
		...{ id, title, status, owner, documentIds },
		signers: signatures.map((one) => ({ id: one.id, address: addressOf(one), status: one.status })),
	};
}

/** What people do, which the interface itself cannot (interface.md 1). */
export const PEOPLE_OPERATIONS = [
	operation({
		method: 'GET',
		path: '/requests',
		summary: 'All signature requests and their signers, newest first',
		answer: z.array(RequestShown),
		run: (_call, { store }) => [...store.newestRequests()].map(requestShown),
	}),
	operation({
		method: 'POST',
		path: '/requests/{id}/sign',
		summary: 'A person signs',
		body: z.strictObject({
			signer: Signer,
			name: z.string().max(100).optional(),
			quality: Quality.optional().describe('Of the signature; by default as asked for'),
		}),
		answer: RequestShown,
		refusals: [404],
		run: async ({ params, body }, { people, store }) => {
			const id = params.id ?? '';
			await people.sign(id, body.signer, body.name, { quality: body.quality });
			const request = store.request(id);
			if (!request) throw notFound('The signature request');
			return requestShown(request);
		},
	}),
	operation({
		method: 'POST',
		path: '/requests/{id}/decline',
		summary: 'A person declines',
		body: z.strictObject({ signer: Signer, reason: z.string().max(2048).optional() }),
		refusals: [404],
		run: ({ params, body }, { people }) =>
			people.decline(params.id ?? '', body.signer, body.reason),
	}),
	operation({
		method: 'POST',
		path: '/requests/{id}/fail',
		summary: 'A signature fails for a technical reason',
		body: z.strictObject({ signer: Signer }),
		refusals: [404],
		run: ({ params, body }, { people }) => people.failTechnically(params.id ?? '', body.signer),
	}),
];
