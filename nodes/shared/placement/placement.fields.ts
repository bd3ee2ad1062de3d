import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { ranges } from './placement.schema';

const v3 = ['v3'];
const Y_HELP =
	'Distance in points, sent as it is typed. In the regions Switzerland and Germany Y counts from the upper edge of the page, at other addresses from the lower edge, unless the credential says that they speak like the regions.';

const within = ({ min, max }: { min: number; max: number }) => ({ minValue: min, maxValue: max });

interface PlacementUse {
	/** What it means to choose no position; the first choice. */
	none: INodePropertyOptions;
	displayName: string;
	/** What is shown, in the words of the form. */
	what: string;
	/** Whether there can be several documents. */
	inDocuments: boolean;
	hide?: Record<string, string[]>;
}

const onDocument: INodeProperties = {
	displayName: 'On Document',
	name: 'document',
	type: 'number',
	typeOptions: within(ranges.document),
	default: 0,
	displayOptions: { show: { '/apiVersion': v3 } },
	description: 'Number of the document, counted from 1. 0 means every document of this signer.',
};

const rotation: INodeProperties = {
	displayName: 'Rotation',
	name: 'rotation',
	type: 'number',
	typeOptions: within(ranges.degrees),
	default: 0,
	description: 'Degrees to turn it by, against the clock',
};

const pageNumber: INodeProperties = {
	displayName: 'Page Number',
	name: 'pageNumber',
	type: 'number',
	typeOptions: within(ranges.pageNumber),
	default: 1,
	description: 'Number of the page, counted from 1',
};

const positionFields: INodeProperties[] = [
	pageNumber,
	// Without a field of this name n8n would drop it, and the signature would be on the first page.
	{ displayName: 'Page', name: 'page', type: 'hidden', default: '' },
	{
		displayName: 'X',
		name: 'x',
		type: 'number',
		typeOptions: within(ranges.distance),
		default: 50,
		description: 'Distance from the left edge of the page, in points (72 to the inch)',
	},
	{
		displayName: 'Y',
		name: 'y',
		type: 'number',
		typeOptions: within(ranges.distance),
		default: 50,
		description: Y_HELP,
	},
	{
		displayName: 'Width',
		name: 'width',
		type: 'number',
		typeOptions: within(ranges.length),
		default: 200,
		description: 'Width in points (72 to the inch)',
	},
	{
		displayName: 'Height',
		name: 'height',
		type: 'number',
		typeOptions: within(ranges.length),
		default: 60,
		description: 'Height in points (72 to the inch)',
	},
	rotation,
];

const cornerFields: INodeProperties[] = [
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
		displayOptions: { show: { placement: ['corner'] } },
		description: 'Corner of the page, at a distance of 40 points from its edges',
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
		displayOptions: { show: { placement: ['corner'] } },
		description: 'Page that shows it',
	},
	{ ...pageNumber, displayOptions: { show: { placement: ['corner'], onPage: ['number'] } } },
	{
		displayName: 'Width',
		name: 'width',
		type: 'number',
		typeOptions: within(ranges.length),
		default: 200,
		displayOptions: { show: { placement: ['corner'] } },
		description: 'Width in points (72 to the inch)',
	},
	{
		displayName: 'Height',
		name: 'height',
		type: 'number',
		typeOptions: within(ranges.length),
		default: 60,
		displayOptions: { show: { placement: ['corner'] } },
		description: 'Height in points (72 to the inch)',
	},
	{ ...rotation, displayOptions: { show: { placement: ['corner'] } } },
];

const formField: INodeProperties = {
	displayName: 'Form Field',
	name: 'formField',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	displayOptions: { show: { placement: ['formField'] } },
	description: 'A form field of type signature in the PDF',
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
};

/** Where a signature or a seal is shown (interface.md 2.3). */
export function placementFields({
	none,
	displayName,
	what,
	inDocuments,
	hide,
}: PlacementUse): INodeProperties[] {
	const { value: first } = none;
	const onlyWhere = (placement: string, name: string): INodeProperties[] =>
		inDocuments
			? [
					{
						...onDocument,
						name,
						displayOptions: { show: { placement: [placement], '/apiVersion': v3 } },
					},
				]
			: [];
	return [
		{
			displayName,
			name: 'placement',
			type: 'options',
			default: first,
			...(hide && { displayOptions: { hide } }),
			options: [
				none,
				{ name: 'Corner', value: 'corner', description: 'In a corner of a page' },
				{ name: 'Form Field', value: 'formField', description: 'In a signature field of the PDF' },
				{ name: 'Position', value: 'position', description: 'At exact coordinates' },
			],
			description: `Where the ${what} is shown in the document`,
		},
		...cornerFields,
		...onlyWhere('corner', 'cornerDocument'),
		formField,
		...onlyWhere('formField', 'formFieldDocument'),
		{
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
			default: { position: [{ pageNumber: 1, x: 50, y: 50, width: 200, height: 60 }] },
			displayOptions: { show: { placement: ['position'] } },
			description: `Where the ${what} is shown. Version v1 takes one position only.`,
			options: [
				{
					displayName: 'Position',
					name: 'position',
					values: inDocuments ? [...positionFields, onDocument] : positionFields,
				},
			],
		},
		{
			displayName: 'Image Binary Field',
			name: 'image',
			type: 'string',
			typeOptions: { binaryDataProperty: true },
			default: '',
			placeholder: 'e.g. logo',
			hint: 'The name of the input field that contains the image: a PNG of up to 512 KB; with some custom addresses also a JPEG',
			displayOptions: { show: { placement: ['corner', 'formField', 'position'] } },
			description: `Image to show in the ${what}. Empty means none.`,
		},
	];
}
