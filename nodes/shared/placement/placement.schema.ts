import { z } from 'zod/v3';

import { HIGHEST_COUNT } from '../operation/fields';
import { numberIn, optional, unlessEmpty } from '../operation/form.schema';
import { BinaryField, oneOf, RequiredText } from '../operation/scalars.schema';

/** The largest page that PDF knows, in points (ISO 32000, annex C). */
const LARGEST_PAGE = 14_400;

/** What the numbers of a position can be. */
export const ranges = {
	page: { min: 0, max: HIGHEST_COUNT },
	pageNumber: { min: 1, max: HIGHEST_COUNT },
	distance: { min: -LARGEST_PAGE, max: LARGEST_PAGE },
	length: { min: 1, max: LARGEST_PAGE },
	degrees: { min: -360, max: 360 },
	/** Counted from 1 in the order of the request (at most 50, interface.md part 8); 0 means all of them. */
	document: { min: 0, max: 50 },
};

const Distance = numberIn(ranges.distance);
const Length = numberIn(ranges.length);

/** Nothing is turned unless asked for, so 0 is not sent. */
const Rotation = numberIn(ranges.degrees).transform((degrees) => degrees || undefined);

const DocumentNumber = numberIn({ ...ranges.document, isWhole: true }).transform(
	(number) => number || undefined,
);

/** interface.md 2.3. */
const Position = z.object({
	page: numberIn({ ...ranges.page, isWhole: true }),
	x: Distance,
	y: Distance,
	width: Length,
	height: Length,
	rotation: optional(Rotation),
	document: optional(DocumentNumber),
});
export type Position = z.output<typeof Position>;

/** n8n keeps the list of a form under the name of its entries. */
function isList(value: unknown): value is { position?: unknown } {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** From JSON or from the form. */
const Positions = z.preprocess(
	(value) => (isList(value) ? (value.position ?? []) : value),
	z
		.array(Position, { errorMap: unlessEmpty('must be a list of positions') })
		.min(1, 'is empty; add a position, or choose another placement'),
) as unknown as z.ZodArray<typeof Position>;

/** Chosen from a list, typed, or from JSON. */
const FieldName = z.preprocess(
	(value) => (value as { value?: unknown } | undefined)?.value ?? value,
	RequiredText,
) as unknown as typeof RequiredText;

const corners = ['bottomLeft', 'bottomRight', 'topLeft', 'topRight'] as const;

const image = { image: optional(BinaryField) };

const shownPlacements = [
	z.object({
		placement: z.literal('formField'),
		formField: FieldName,
		formFieldDocument: optional(DocumentNumber),
		...image,
	}),
	z.object({ placement: z.literal('position'), positions: Positions, ...image }),
	z.object({
		placement: z.literal('corner'),
		corner: oneOf(...corners),
		onPage: oneOf('first', 'last', 'number').default('last'),
		pageNumber: numberIn({ ...ranges.pageNumber, isWhole: true }).default(1),
		width: Length.default(200),
		height: Length.default(60),
		rotation: optional(Rotation),
		cornerDocument: optional(DocumentNumber),
		...image,
	}),
] as const;

/** Who has no position in the document: a signature that the signer places, a seal that is not shown. */
export type NoPosition = 'free' | 'invisible';

/** Where something is shown. The service takes a field or positions, never both (interface.md 2.3). */
export function placementSchema<None extends NoPosition>(none: None) {
	return z.discriminatedUnion(
		'placement',
		[z.object({ placement: z.literal(none) }), ...shownPlacements],
		{
			errorMap: placementFault(none),
		},
	);
}

function placementFault(none: NoPosition): z.ZodErrorMap {
	return (issue, { data }) => {
		const { placement } = data as { placement?: unknown };
		return unlessEmpty(`must be ${none}, formField, corner or position`)(issue, {
			data: placement,
			defaultError: '',
		});
	};
}

type ShownPlacement = z.output<(typeof shownPlacements)[number]>;
export type Placement<None extends NoPosition = NoPosition> = { placement: None } | ShownPlacement;
export type CornerPlacement = Extract<ShownPlacement, { placement: 'corner' }>;

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
	'image',
];
