import type { INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod/v3';

import { field, fields, readersOf } from '../form/field';
import type { Field } from '../form/field';
import { BinaryField, RequiredText, optional, unlessEmpty } from '../form/readers';
import type { SchemaFor } from '../form/readers';
import {
	height,
	onDocument,
	pageNumber,
	positionFields,
	positions,
	rotation,
	width,
} from './position';

const cornerFields = fields(
	{
		displayName: 'Corner',
		name: 'corner',
		type: 'options',
		default: 'bottomRight',
		options: [
			{ name: 'Bottom Left', value: 'bottomLeft' },
			{ name: 'Bottom Right', value: 'bottomRight' },
			{ name: 'Top Left', value: 'topLeft' },
			{ name: 'Top Right', value: 'topRight' },
		],
		description: 'About 14 mm from the edges of the page',
	},
	{
		displayName: 'On Page',
		name: 'onPage',
		type: 'options',
		default: 'last',
		options: [
			{ name: 'First Page', value: 'first' },
			{ name: 'Last Page', value: 'last' },
			{ name: 'Page Number', value: 'number' },
		],
		description: 'Page with the signature or seal',
	},
	{ ...pageNumber, displayOptions: { show: { onPage: ['number'] } } },
	width,
	height,
	rotation,
);

/** Chosen from a list, typed, or from JSON. */
const FieldName = z.preprocess(
	(value) => (value as { value?: unknown } | undefined)?.value ?? value,
	RequiredText,
) as SchemaFor<string>;

const formField = field({
	displayName: 'Form Field',
	name: 'formField',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	reader: FieldName,
	description: 'Signature field in the PDF',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a form field…',
			typeOptions: { searchListMethod: 'searchFormFields', searchable: true },
		},
		{ displayName: 'By Name', name: 'id', type: 'string', placeholder: 'e.g. Signature1' },
	],
});

/** Of several documents, the one that shows it. */
const cornerDocument = { ...onDocument, name: 'cornerDocument' } as const;
const formFieldDocument = { ...onDocument, name: 'formFieldDocument' } as const;

/** Who has no position in the document: a signature that the signer places, a seal that is not shown. */
export type NoPosition = 'free' | 'invisible';

interface PlacementUse {
	/** What it means to choose no position; the first choice. */
	none: INodePropertyOptions & { value: NoPosition };
	displayName: string;
	/** What is shown, in the words of the form. */
	what: string;
	/** Whether there can be several documents. */
	inDocuments: boolean;
	hide?: Record<string, string[]>;
}

const image = field({
	displayName: 'Image Binary Field',
	name: 'image',
	type: 'string',
	typeOptions: { binaryDataProperty: true },
	default: '',
	placeholder: 'e.g. logo',
	hint: 'The name of the input field that contains the image: a PNG of up to 512 KB. Some custom addresses also take a JPEG.',
	reader: optional(BinaryField),
});

/** Where a signature or a seal is shown (interface.md 2.3). */
export function placementFields({
	none,
	displayName,
	what,
	inDocuments,
	hide,
}: PlacementUse): Field[] {
	const shownFor = (placement: string, ...list: readonly Field[]) =>
		list.map((one) => ({
			...one,
			displayOptions: { show: { placement: [placement], ...one.displayOptions?.show } },
		}));
	const { value: first } = none;
	const ifSeveral = (one: Field) => (inDocuments ? [one] : []);
	const values = inDocuments
		? [...positionFields]
		: positionFields.filter((one) => one !== onDocument);
	return [
		{
			displayName,
			name: 'placement',
			type: 'options',
			default: first,
			...(hide && { displayOptions: { hide } }),
			options: [
				none,
				{ name: 'Corner', value: 'corner', description: 'For a corner of a page' },
				{ name: 'Form Field', value: 'formField', description: 'For a signature field of the PDF' },
				{ name: 'Position', value: 'position', description: 'For exact coordinates' },
			],
			description: `Position of the ${what} in the document`,
		},
		...shownFor('corner', ...cornerFields, ...ifSeveral(cornerDocument)),
		...shownFor('formField', formField, ...ifSeveral(formFieldDocument)),
		...shownFor('position', {
			...positions,
			description: `Positions of the ${what}. V1 takes only one.`,
			options: [{ displayName: 'Position', name: 'position', values }],
		}),
		{
			...image,
			displayOptions: { show: { placement: ['corner', 'formField', 'position'] } },
			description: `Image in the ${what}. Empty means none.`,
		},
	];
}

const common = readersOf([image]);
const ofCorner = readersOf(cornerFields);

const FormFieldPlacement = z.object({
	placement: z.literal('formField'),
	...readersOf(fields(formField, formFieldDocument)),
	...common,
});

/** JSON may leave out what a form shows with a default. */
const CornerPlacement = z.object({
	placement: z.literal('corner'),
	...ofCorner,
	onPage: ofCorner.onPage.optional(),
	pageNumber: ofCorner.pageNumber.optional(),
	width: ofCorner.width.default(width.default),
	height: ofCorner.height.default(height.default),
	...readersOf([cornerDocument]),
	...common,
});

const PositionPlacement = z.object({
	placement: z.literal('position'),
	...readersOf([positions]),
	...common,
});

/** The service takes a field or positions, never both (interface.md 2.3). */
export function placementSchema<None extends NoPosition>(none: None) {
	return z
		.discriminatedUnion(
			'placement',
			[
				z.object({ placement: z.literal(none) }),
				FormFieldPlacement,
				PositionPlacement,
				CornerPlacement,
			],
			{ errorMap: placementFault(none) },
		)
		.superRefine((placed, refinement) => {
			const { onPage, pageNumber: page } = placed as Partial<CornerPlacement>;
			if (onPage !== 'number' || page !== undefined) return;
			const message = 'is missing\nEnter the number of the page, or choose another page.';
			refinement.addIssue({ code: 'custom', path: ['pageNumber'], message });
		});
}

function placementFault(none: NoPosition): z.ZodErrorMap {
	return (issue, { data }) => {
		const { placement } = data as { placement?: unknown };
		return unlessEmpty(`isn't ${none}, formField, corner, or position`)(issue, {
			data: placement,
			defaultError: '',
		});
	};
}

type ShownPlacement = z.output<
	typeof FormFieldPlacement | typeof PositionPlacement | typeof CornerPlacement
>;
export type Placement<None extends NoPosition = NoPosition> = { placement: None } | ShownPlacement;
export type CornerPlacement = z.output<typeof CornerPlacement>;

/** The properties of each placement. */
export const namesByPlacement = new Map(
	Object.entries({
		free: ['placement'],
		formField: Object.keys(FormFieldPlacement.shape),
		corner: Object.keys(CornerPlacement.shape),
		position: Object.keys(PositionPlacement.shape),
	}),
);

/** The names that a form or JSON may use for it, with one document. */
export const placementNames = [
	'placement',
	...[formField, positions, ...cornerFields, image].map(({ name }) => name),
];
