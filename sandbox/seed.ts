import { z } from 'zod/v4';
import type { Service } from './service.ts';
import type { User } from './state/settings.ts';

/** Calls that are made one after the other when the sandbox starts empty. */
export const Seed = z
	.object({
		calls: z.array(
			z
				.object({
					method: z.enum(['POST', 'PUT', 'PATCH']).default('POST'),
					path: z.string().startsWith('/'),
					body: z.unknown(),
				})
				.strict(),
		),
	})
	.strict();
export type Seed = z.output<typeof Seed>;

/** A call that was refused; the sandbox does not start with half of a seed. */
export class SeedError extends Error {}

interface Caller {
	user: User;
	controlKey?: string;
}

/** `{{0.id}}` in a path or body stands for the member `id` of what the first call answered. */
export async function plantSeed({ calls }: Seed, { app, store }: Service, caller: Caller) {
	if (store.documents.length > 0 || store.requests.length > 0) return;
	const answers: unknown[] = [];
	const { username, apiKey } = caller.user;
	const login = { username, 'api-key': apiKey };
	const token = await app.inject({ method: 'POST', url: '/v2/access/login', payload: login });
	for (const [place, { method, path, body }] of calls.entries()) {
		const bearer = path.startsWith('/sandbox/') ? (caller.controlKey ?? '') : token.body;
		const answer = await app.inject({
			method,
			url: filled(path, answers),
			headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
			...(body !== undefined && { payload: filled(JSON.stringify(body), answers) }),
		});
		if (answer.statusCode >= 300) {
			const call = `call ${place}, ${method} ${path}`;
			throw new SeedError(`--seed: ${call} was answered with ${answer.statusCode}: ${answer.body}`);
		}
		answers.push(answer.body === '' ? {} : answer.json());
	}
}

const filled = (text: string, answers: unknown[]) =>
	text.replace(/\{\{(\d+)\.(\w+)\}\}/g, (whole, place: string, name: string) => {
		const answer = answers[Number(place)] as Record<string, unknown> | undefined;
		return answer && name in answer ? String(answer[name]) : whole;
	});
