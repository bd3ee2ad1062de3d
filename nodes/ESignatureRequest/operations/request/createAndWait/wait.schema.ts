import { z } from 'zod';

import { outputShape } from '../../../../shared/operation/output';
import { Flag } from '../../../../shared/operation/scalars.schema';
import { FileField } from '../../../../shared/signatureRequest/requestFiles.fields';

const msPerUnit = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** How long Create and Wait waits. */
export const WaitForm = z.object({
	limitAmount: z.coerce
		.number({ invalid_type_error: 'must be a number' })
		.positive('must be more than 0'),
	limitUnit: z.enum(['minutes', 'hours', 'days'], {
		errorMap: () => ({ message: 'must be minutes, hours or days' }),
	}),
	...outputShape,
});
type WaitForm = z.output<typeof WaitForm>;

/** What is to come out when the waiting is over; read then. */
export const ResultForm = z.object({
	simplify: Flag,
	downloadDocuments: Flag,
	outputPropertyName: FileField,
	failUnlessSigned: Flag,
});
export type ResultForm = z.output<typeof ResultForm>;

/**
 * When waiting makes no sense any more: the time limit, or the end of the last day to sign, which the
 * service calls nobody for (interface.md 3.1).
 */
export function deadline({
	limitAmount,
	limitUnit,
	expiresAt,
	nowMs,
}: Pick<WaitForm, 'limitAmount' | 'limitUnit'> & { expiresAt?: unknown; nowMs: number }): Date {
	const limitMs = nowMs + limitAmount * msPerUnit[limitUnit];
	const lastDayMs = typeof expiresAt === 'string' ? Date.parse(expiresAt.slice(0, 10)) : NaN;
	const endMs = Number.isNaN(lastDayMs) ? Infinity : lastDayMs + msPerUnit.days;
	return new Date(Math.min(limitMs, endMs));
}
