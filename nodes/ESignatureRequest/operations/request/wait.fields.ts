import type { INodeProperties } from 'n8n-workflow';

/** Read again when the waiting is over, where an expression has no item to look at. */
const fixed = { noDataExpression: true };

export const waitFields: INodeProperties[] = [
	{
		displayName: 'Wait at Most',
		name: 'limitAmount',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 2 },
		default: 30,
		description:
			'How long to wait for the end of the request. When it expires earlier, the waiting ends then.',
	},
	{
		displayName: 'Unit',
		name: 'limitUnit',
		type: 'options',
		default: 'days',
		options: [
			{ name: 'Minutes', value: 'minutes' },
			{ name: 'Hours', value: 'hours' },
			{ name: 'Days', value: 'days' },
		],
		description: 'What the number above counts',
	},
	{
		displayName: 'Download Documents',
		name: 'downloadDocuments',
		type: 'boolean',
		...fixed,
		default: true,
		description: 'Whether to put the PDFs of the request, with the signatures made, out too',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'outputPropertyName',
		type: 'string',
		...fixed,
		default: 'data',
		required: true,
		displayOptions: { show: { downloadDocuments: [true] } },
		hint: 'The name of the output field to put the PDF in; a second document goes into data_2, and so on',
	},
	{
		displayName: 'Fail Unless Signed',
		name: 'failUnlessSigned',
		type: 'boolean',
		...fixed,
		default: false,
		description:
			'Whether the execution ends with an error when the request was declined, withdrawn or failed. Otherwise the field outcome tells.',
	},
];
