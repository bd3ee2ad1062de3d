import type { Context } from '../../state/context.ts';
import { note } from '../lifecycle/lifecycle.ts';
import { mailSigner } from '../notices/mails.ts';
import { badRequest, Problem } from '../../http/problem.ts';
import type { RequestRecord } from '../../state/requestRecord.ts';
import type { User } from '../../state/settings.ts';
import { requireStatus } from '../lifecycle/transitions.ts';

const HOUR_MS = 3_600_000;

/** One reminder per signer per hour; 429 when that leaves no one to remind (interface.md 8). */
export function remind(request: RequestRecord, caller: User, context: Context) {
	requireStatus(request, ['OPEN']);
	const now = context.clock.now();
	const waiting = request.signatures.filter(
		({ status, invited, notify }) => status === 'OPEN' && invited && notify,
	);
	if (waiting.length === 0) throw badRequest('signatures: there is no one to remind.');
	const allowedAt = waiting.map(({ remindedAt }) => (remindedAt ?? -HOUR_MS) + HOUR_MS);
	const waitMs = Math.min(...allowedAt) - now;
	if (waitMs > 0) {
		throw new Problem(429, 'Everyone was already reminded within the last hour.', {
			type: 'limit-exceeded',
			key: 'error.rate_limit.reminder',
			headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
		});
	}
	for (const [index, signature] of waiting.entries()) {
		if ((allowedAt[index] ?? 0) > now) continue;
		signature.remindedAt = now;
		mailSigner('reminder', request, signature, context);
	}
	note(request, 'remind', context, caller.username);
}
