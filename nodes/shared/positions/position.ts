import { z } from 'zod/v3';

import { field, fields, readerOf, readersOf } from '../form/field';
import type { Field } from '../form/field';
import { HIGHEST_COUNT, isBlank, optional, unlessEmpty } from '../form/readers';
import type { SchemaFor } from '../form/readers';

const Y_HELP =
	'Points from the upper edge in Switzerland and Germany, at custom addresses from the lower edge, unless Dialect is Public Regions.';

/** The largest page that PDF knows, in points (ISO 32000, annex C). */
const LARGEST_PAGE = 14_400;

const distances = { minValue: -LARGEST_PAGE, maxValue: LARGEST_PAGE };
const lengths = { minValue: 1, maxValue: LARGEST_PAGE };

/** A number whose 0 is left out of what is sent. */
function zeroIsNone<const F extends Field>(one: F) {
	const reader = (readerOf(one) as SchemaFor<number>).transform((number) => number || undefined);
	return { ...one, reader: optional(reader) };
}

/** Counted from 1 everywhere but in what is sent. */
export const pageNumber = field({
	displayName: 'Page Number',
	name: 'pageNumber',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: HIGHEST_COUNT, numberPrecision: 0 },
	default: 1,
	description: 'Counted from 1',
});

const x = field({
	displayName: 'X',
	name: 'x',
	type: 'number',
	typeOptions: distances,
	default: 50,
	description: 'Points from the left edge (72 per inch)',
});

const y = field({
	displayName: 'Y',
	name: 'y',
	type: 'number',
	typeOptions: distances,
	default: 50,
	description: Y_HELP,
});

export const width = field({
	displayName: 'Width',
	name: 'width',
	type: 'number',
	typeOptions: lengths,
	default: 200,
	description: 'In points (72 per inch)',
});

export const height = field({
	displayName: 'Height',
	name: 'height',
	type: 'number',
	typeOptions: lengths,
	default: 60,
	description: 'In points (72 per inch)',
});

export const rotation = zeroIsNone({
	displayName: 'Rotation',
	name: 'rotation',
	type: 'number',
	typeOptions: { minValue: -360, maxValue: 360 },
	default: 0,
	description: 'Degrees counterclockwise',
});

/** At most 50 (interface.md part 8). */
export const onDocument = zeroIsNone({
	displayName: 'On Document',
	name: 'document',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 50, numberPrecision: 0 },
	default: 0,
	displayOptions: { show: { '/apiVersion': ['v3'] } },
	description: 'Counted from 1. 0 means every document of this signer.',
});

export const positionFields = fields(
	pageNumber,
	// Without a field of this name n8n would drop it, and the signature would be on the first page.
	{ displayName: 'Page', name: 'page', type: 'hidden', default: '' },
	x,
	y,
	width,
	height,
	rotation,
	onDocument,
);

/** interface.md 2.3. */
const Position = z.object(readersOf(positionFields));
export type Position = z.output<typeof Position>;

/** As the service writes them; copied from an answer, they would mean something else here, or be lost. */
export function serviceNameFault(name: string, value: unknown): string | undefined {
	switch (name) {
		case 'page': {
			const page = /^\d{1,9}$/.test(String(value)) ? Number(value) : 0;
			return `isn't a property here\nWrite "pageNumber": ${page + 1} instead of "page": ${page}. It counts from 1.`;
		}
		case 'position':
		case 'visual_signature':
			return 'isn\'t a property here\nWrite positions, such as [{"pageNumber": 1, "x": 50, "y": 50, "width": 200, "height": 60}]. The first page is 1.';
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
			([name, value]) => !namesOfPosition.includes(name) && !isBlank(value),
		);
		if (!found) return;
		const [name, value] = found;
		const known = namesOfPosition.join(', ');
		const message =
			serviceNameFault(name, value) ?? `isn't a property of positions\nUse one of ${known}.`;
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
		.array(KnownPosition, { errorMap: unlessEmpty("isn't a list of positions") })
		.min(1, 'is empty\nAdd a position, or choose another placement.'),
) as SchemaFor<Position[]>;

export const positions = field({
	displayName: 'Positions',
	name: 'positions',
	type: 'fixedCollection',
	typeOptions: {
		multipleValues: true,
		multipleValueButtonText: 'Add Position',
		fixedCollection: {
			itemTitle:
				'={{ "Page " + $collection.item.value.pageNumber + " at " + $collection.item.value.x + ", " + $collection.item.value.y }}',
		},
	},
	default: { position: [usual(pageNumber, x, y, width, height)] },
	reader: Positions,
});

function usual(...list: Field[]) {
	return Object.fromEntries(list.map((one) => [one.name, one.default]));
}
