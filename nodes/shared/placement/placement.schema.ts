import { z } from 'zod/v3';

import { HIGHEST_COUNT } from '../operation/fields';
import { isNothing, numberIn, optional, unlessEmpty } from '../operation/form.schema';
import { BinaryField, oneOf, RequiredText } from '../operation/scalars.schema';

/** The largest page that PDF knows, in points (ISO 32000, annex C). */
const LARGEST_PAGE = 14_400;

/** What the numbers of a position can be. */
export const ranges = {
	/** Counted from 1 everywhere but in what is sent. */
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

const PageNumber = numberIn({ ...ranges.pageNumber, isWhole: true });

/** interface.md 2.3. */
const Position = z.object({
	pageNumber: PageNumber,
	x: Distance,
	y: Distance,
	width: Length,
	height: Length,
	rotation: optional(Rotation),
	document: optional(DocumentNumber),
});
export type Position = z.output<typeof Position>;

/** As the service writes them; copied from an answer, they would mean something else here, or be lost. */
export function serviceNameFault(name: string, value: unknown): string | undefined {
	switch (name) {
		case 'page': {
			const page = /^\d{1,9}$/.test(String(value)) ? Number(value) : 0;
			return `is not known: Skribble counts pages from 0, and pageNumber counts from 1. Write "pageNumber": ${page + 1} instead of "page": ${page}`;
		}
		case 'position':
		case 'visual_signature':
			return 'is not known: it is how Skribble names it. Write positions, a list such as [{"pageNumber": 1, "x": 50, "y": 50, "width": 200, "height": 60}], whose pageNumber counts from 1';
		default:
			return undefined;
	}
}

const namesOfPosition = Object.keys(Position.shape);

/** What is not known would be lost, and a page as the service counts it be another page. */
const KnownPosition = z
	.unknown()
	.superRefine((position, refinement) => {
		const found = Object.entries(position ?? {}).find(
			([name, value]) => !namesOfPosition.includes(name) && !isNothing(value),
		);
		if (!found) return;
		const [name, value] = found;
		const known = namesOfPosition.join(', ');
		const message =
			serviceNameFault(name, value) ?? `is not known in a position. Known are ${known}`;
		refinement.addIssue({ code: 'custom', path: [name], message });
	})
	.pipe(Position);

/** n8n keeps the list of a form under the name of its entries, and an empty one without it. */
function listIn(value: unknown): unknown {
	const isForm = typeof value === 'object' && value !== null && !Array.isArray(value);
	if (!isForm || Object.keys(value).length > 1) return value;
	return 'position' in value ? value.position : Object.keys(value).length === 0 ? [] : value;
}

/** From JSON or from the form. */
const Positions = z.preprocess(
	listIn,
	z
		.array(KnownPosition, { errorMap: unlessEmpty('must be a list of positions') })
		.min(1, 'is empty; add a position, or choose another placement'),
) as unknown as z.ZodArray<typeof Position>;

/** Chosen from a list, typed, or from JSON. */
const FieldName = z.preprocess(
	(value) => (value as { value?: unknown } | undefined)?.value ?? value,
	RequiredText,
) as unknown as typeof RequiredText;

const corners = ['bottomLeft', 'bottomRight', 'topLeft', 'topRight'] as const;

const image = { image: optional(BinaryField) };

/** Who has no position in the document: a signature that the signer places, a seal that is not shown. */
export type NoPosition = 'free' | 'invisible';

const formField = z.object({
	placement: z.literal('formField'),
	formField: FieldName,
	formFieldDocument: optional(DocumentNumber),
	...image,
});

const corner = z.object({
	placement: z.literal('corner'),
	corner: oneOf(...corners),
	onPage: oneOf('first', 'last', 'number').optional(),
	pageNumber: PageNumber.optional(),
	width: Length.default(200),
	height: Length.default(60),
	rotation: optional(Rotation),
	cornerDocument: optional(DocumentNumber),
	...image,
});

const position = z.object({
	placement: z.literal('position'),
	positions: Positions,
	...image,
});

/** Where something is shown. The service takes a field or positions, never both (interface.md 2.3). */
export function placementSchema<None extends NoPosition>(none: None) {
	return z
		.discriminatedUnion(
			'placement',
			[z.object({ placement: z.literal(none) }), formField, position, corner],
			{ errorMap: placementFault(none) },
		)
		.superRefine((placed, refinement) => {
			const { onPage, pageNumber } = placed as Partial<CornerPlacement>;
			if (onPage !== 'number' || pageNumber !== undefined) return;
			const message = 'is missing. Write the number of the page, or choose another page';
			refinement.addIssue({ code: 'custom', path: ['pageNumber'], message });
		});
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

type ShownPlacement = z.output<typeof formField | typeof position | typeof corner>;
export type Placement<None extends NoPosition = NoPosition> = { placement: None } | ShownPlacement;
export type CornerPlacement = z.output<typeof corner>;

/** The properties of each placement. */
export const namesByPlacement = new Map(
	Object.entries({
		free: ['placement'],
		formField: Object.keys(formField.shape),
		corner: Object.keys(corner.shape),
		position: Object.keys(position.shape),
	}),
);

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
