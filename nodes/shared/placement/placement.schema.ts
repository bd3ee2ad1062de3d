import { z } from 'zod';

import { optional } from '../operation/form.schema';
import { BinaryField, RequiredText } from '../operation/scalars.schema';

const wholeNumber = z.coerce
	.number({ invalid_type_error: 'must be a number' })
	.int('must be a whole number');
const Measure = z.coerce.number({ invalid_type_error: 'must be a number' }).finite();
const Length = Measure.positive('must be more than 0');

/** Nothing is turned unless asked for, so 0 is not sent. */
const Rotation = Measure.transform((degrees) => degrees || undefined);

/** Counted from 1 in the order of the request; 0 means all of them. */
const DocumentNumber = z.coerce
	.number({ invalid_type_error: 'must be the number of a document' })
	.int('must be a whole number')
	.min(0, 'must be 0 (all documents) or the number of a document, counted from 1')
	.transform((number) => number || undefined);

/** interface.md 2.3. */
const Position = z.object({
	page: wholeNumber.min(0, 'must be 0 or more; the first page is 0'),
	x: Measure,
	y: Measure,
	width: Length,
	height: Length,
	rotation: optional(Rotation),
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
		.min(1, 'is empty; add a position, or choose another kind of place'),
) as unknown as z.ZodArray<typeof Position>;

/** Chosen from a list, typed, or from JSON. */
const FieldName = z.preprocess(
	(value) => (value as { value?: unknown } | undefined)?.value ?? value,
	RequiredText,
) as unknown as typeof RequiredText;

export const corners = ['bottomLeft', 'bottomRight', 'topLeft', 'topRight'] as const;

const picture = { picture: optional(BinaryField) };

const places = [
	z.object({
		placement: z.literal('formField'),
		formField: FieldName,
		formFieldDocument: optional(DocumentNumber),
		...picture,
	}),
	z.object({ placement: z.literal('position'), positions: Positions, ...picture }),
	z.object({
		placement: z.literal('corner'),
		corner: z.enum(corners, {
			errorMap: () => ({ message: `must be ${corners.slice(0, -1).join(', ')} or topRight` }),
		}),
		onPage: z
			.enum(['first', 'last', 'number'], {
				errorMap: () => ({ message: 'must be first, last or number' }),
			})
			.default('last'),
		pageNumber: wholeNumber.min(1, 'must be 1 or more; the first page is 1').default(1),
		width: Length.default(200),
		height: Length.default(60),
		rotation: optional(Rotation),
		cornerDocument: optional(DocumentNumber),
		...picture,
	}),
] as const;

/** Who has no place in the document: a signature that the signer places, a seal that is not shown. */
export type NoPlace = 'free' | 'invisible';

/** Where something is shown. The service takes a field or positions, never both (interface.md 2.3). */
export function placementSchema<None extends NoPlace>(none: None) {
	return z.discriminatedUnion('placement', [z.object({ placement: z.literal(none) }), ...places], {
		errorMap: () => ({ message: `must be ${none}, formField, corner or position` }),
	});
}

type Shown = z.output<(typeof places)[number]>;
export type Placement<None extends NoPlace = NoPlace> = { placement: None } | Shown;
export type CornerPlacement = Extract<Shown, { placement: 'corner' }>;

/** The names that a form or JSON may use to say it. */
export const placementNames = [
	'placement',
	'formField',
	'positions',
	'corner',
	'onPage',
	'pageNumber',
	'width',
	'height',
	'rotation',
	'picture',
];
