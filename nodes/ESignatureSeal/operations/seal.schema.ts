import { z } from 'zod';

import { answerObject } from '../../shared/operation/scalars.schema';

const Measure = z.coerce.number({ invalid_type_error: 'must be a number' }).finite();
const Length = Measure.positive('must be more than 0');

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
});
export type Position = z.output<typeof Position>;

export const SealAnswer = answerObject({ document_id: z.string() });
