import type { INodeProperties } from 'n8n-workflow';

const v3 = ['v3'];

const onDocument: INodeProperties = {
	displayName: 'On Document',
	name: 'document',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	displayOptions: { show: { '/apiVersion': v3 } },
	description: 'Number of the document, counted from 1. 0 means every document of this signer.',
};

const positionFields: INodeProperties[] = [
	{
		displayName: 'Page',
		name: 'page',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'Number of the page, counted from 0',
	},
	{ displayName: 'X', name: 'x', type: 'number', default: 50 },
	{ displayName: 'Y', name: 'y', type: 'number', default: 50 },
	{ displayName: 'Width', name: 'width', type: 'number', default: 200 },
	{ displayName: 'Height', name: 'height', type: 'number', default: 60 },
	onDocument,
];

/** Where the signature of one signer is shown (interface.md 2.3). */
export const placementFields: INodeProperties[] = [
	{
		displayName: 'Visual Signature',
		name: 'placement',
		type: 'options',
		default: 'free',
		displayOptions: { hide: { kind: ['existing'] } },
		options: [
			{ name: 'Free', value: 'free', description: 'The signer places it' },
			{ name: 'Form Field', value: 'formField', description: 'In a signature field of the PDF' },
			{ name: 'Position', value: 'position', description: 'At a place given in numbers' },
		],
		description: 'Where the signature is shown in the document',
	},
	{
		displayName: 'Form Field Name',
		name: 'formField',
		type: 'string',
		default: '',
		placeholder: 'e.g. Signature1',
		displayOptions: { show: { placement: ['formField'] } },
		description: 'Name of a form field of type signature in the PDF',
	},
	{
		...onDocument,
		name: 'formFieldDocument',
		displayOptions: { show: { placement: ['formField'], '/apiVersion': v3 } },
	},
	{
		displayName:
			'Pages count from 0, so 0 is the first page. X and Y are measured in points from the lower left corner of the page; some versions of the service measure Y from the top, so try it with a demo key first.',
		name: 'positionNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { placement: ['position'] } },
	},
	{
		displayName: 'Positions',
		name: 'positions',
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			multipleValueButtonText: 'Add Position',
			fixedCollection: {
				itemTitle:
					'={{ "Page " + $collection.item.value.page + " at " + $collection.item.value.x + ", " + $collection.item.value.y }}',
			},
		},
		default: { position: [{ page: 0, x: 50, y: 50, width: 200, height: 60 }] },
		displayOptions: { show: { placement: ['position'] } },
		description: 'Where the signature is shown. Version v1 takes one position only.',
		options: [
			{
				displayName: 'Position',
				name: 'position',
				values: positionFields,
			},
		],
	},
];
