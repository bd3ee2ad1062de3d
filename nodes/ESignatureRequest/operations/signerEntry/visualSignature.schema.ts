import { z } from 'zod';

import { RequiredText } from '../../../shared/operation/scalars.schema';
import { optional } from '../form.schema';

const Measure = z.coerce.number({ invalid_type_error: 'must be a number' }).finite();

const Length = Measure.positive('must be more than 0');

/** Counted from 1 in the order of the request; 0 means all of them. */
const DocumentNumber = z.coerce
	.number({ invalid_type_error: 'must be the number of a document' })
	.int('must be a whole number')
	.min(0, 'must be 0 (all documents) or the number of a document, counted from 1')
	.transform((number) => number || undefined);

/** interface.md 2.3. */
export const Position = z.object({
	page: z.coerce
		.number({ invalid_type_error: 'must be a number' })
		.int('must be a whole number')
		.min(0, 'must be 0 or more; the first page is 0'),
	x: Measure,
	y: Measure,
	width: Length,
	height: Length,
	document: optional(DocumentNumber),
});
export type Position = z.output<typeof Position>;

/** A list from JSON, or as n8n keeps a list of the form. */
const Positions = z.preprocess(
	(value) => (value as { position?: unknown } | undefined)?.position ?? value,
	z
		.array(Position, {
			errorMap: ({ code }, { defaultError }) => ({
				message: code === 'invalid_type' ? 'must be a list of positions' : defaultError,
			}),
		})
		.min(1, 'is empty; add a position, or choose another kind of visual signature'),
) as unknown as z.ZodArray<typeof Position>;

/** Where the signature is shown. The service takes a field or positions, never both (interface.md 2.3). */
export const Placement = z.discriminatedUnion(
	'placement',
	[
		z.object({ placement: z.literal('free') }),
		z.object({
			placement: z.literal('formField'),
			formField: RequiredText,
			formFieldDocument: optional(DocumentNumber),
		}),
		z.object({ placement: z.literal('position'), positions: Positions }),
	],
	{ errorMap: () => ({ message: 'must be free, formField or position' }) },
);
export type Placement = z.output<typeof Placement>;
