import { z } from 'zod/v3';

import { numberIn } from '../../../../shared/operation/form.schema';
import { outputShape } from '../../../../shared/operation/output';
import type { ItemContext } from '../../../../shared/operation/operation';
import { ApiVersion, Flag, oneOf } from '../../../../shared/operation/scalars.schema';
import type { Versions } from '../../../../shared/operation/versions';
import { FileField } from '../../../../shared/signatureRequest/requestFiles.fields';
import { isReview } from './approval/gatedCall';

/** v1 is deprecated: no one should begin to wait with it. */
export const waitVersions: Versions = ['v2', 'v3'];

const msPerUnit = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** Of any unit: from half a second to 27 years, so that n8n can write the end as a date. */
export const limits = { min: 0.01, max: 10_000 };

/** From a second. */
export const limitsInDays = { min: 0.00001, max: limits.max };

/** How long Send and Wait waits. */
const WaitForm = z.object({
	apiVersion: ApiVersion,
	limitAmount: numberIn(limits),
	limitUnit: oneOf('minutes', 'hours', 'days'),
	...outputShape,
});
type WaitForm = z.output<typeof WaitForm>;

const ReviewForm = z.object({ limitAmount: numberIn(limitsInDays) });

/** A review of tools asks for neither a version nor a unit. */
export function readWait(item: ItemContext): WaitForm {
	if (!isReview(item.context.getNode())) return item.read(WaitForm);
	return {
		...item.read(ReviewForm),
		apiVersion: waitVersions[0],
		limitUnit: 'days',
		simplify: true,
	};
}

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
