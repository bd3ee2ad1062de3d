import { z } from 'zod/v3';

import { numberIn } from '../../../../shared/operation/form.schema';
import { outputShape } from '../../../../shared/operation/output';
import { ApiVersion, Flag, oneOf } from '../../../../shared/operation/scalars.schema';
import { FileField } from '../../../../shared/signatureRequest/requestFiles.fields';

const msPerUnit = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** Of any unit: from half a second to 27 years, so that n8n can write the end as a date. */
export const limits = { min: 0.01, max: 10_000 };

/** How long Send and Wait waits. */
export const WaitForm = z.object({
	apiVersion: ApiVersion,
	limitAmount: numberIn(limits),
	limitUnit: oneOf('minutes', 'hours', 'days'),
	...outputShape,
});
type WaitForm = z.output<typeof WaitForm>;

/** What is to come out when the waiting is over; read then. */
export const ResultForm = z.object({
	simplify: Flag,
	downloadDocuments: Flag,
	outputPropertyName: FileField,
	failUnlessSigned: Flag,
	/** Not there in a review of tools. */
	source: z.string().optional(),
});
export type ResultForm = z.output<typeof ResultForm>;

/**
 * When waiting makes no sense any more: the time limit, or the end of the last day to sign, for which the
 * service calls no one (interface.md 3.1).
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
