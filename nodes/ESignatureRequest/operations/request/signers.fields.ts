import type { INodeProperties } from 'n8n-workflow';

import { agentChoice, fromModel } from '../../../shared/operation/fields';
import { signerEntryFields } from '../signerEntry/signer.fields';

const title =
	'={{ [$collection.item.value.email || $collection.item.value.groupId || $collection.item.value.sid?.cachedResultName || $collection.item.value.sid?.value, [$collection.item.value.firstName, $collection.item.value.lastName].filter(Boolean).join(" ")].filter(Boolean).join(", ") || "New Signer" }}';

const ways = {
	list: { name: 'Define Below', value: 'list' },
	json: { name: 'Using JSON', value: 'json', description: 'For a list from an expression' },
	tags: {
		name: 'From Tags in the Document',
		value: 'tags',
		description: 'The tags say who signs, in which order and where; they are removed',
		displayOptions: { show: { '/source': ['anyFile'] } },
	},
	none: {
		name: 'No Signers Yet',
		value: 'none',
		description: 'Users with write access add them in the web application',
	},
};

interface SignersUse {
	/** What one can choose from besides a list. */
	offers: Array<keyof typeof ways>;
	/** Example of the JSON, and what it may hold besides the names of every signer. */
	example: string;
	more?: string;
	show?: Record<string, string[]>;
}

/** Who signs, and in which order: as a list of the form, or as JSON. */
export function signersFields({
	offers,
	example,
	more = '',
	show = {},
}: SignersUse): INodeProperties[] {
	return [
		...agentChoice(
			{
				displayName: 'Specify Signers',
				name: 'signerInput',
				type: 'options',
				noDataExpression: true,
				default: 'list',
				options: offers.map((way) => ways[way]),
				displayOptions: { show },
				description: 'How to say who signs',
			},
			{ first: 'json', offers },
		),
		{
			displayName: 'Signing Order',
			name: 'signingOrder',
			type: 'options',
			default: 'any',
			options: [
				{ name: 'Any Order', value: 'any', description: 'Everyone may sign at once' },
				{ name: 'As Listed', value: 'listed', description: 'One after the other, from the top' },
				{ name: 'By Number', value: 'numbered', description: 'Every signer gets a number' },
			],
			displayOptions: { show: { ...show, signerInput: ['list'] } },
			description:
				"Who signs before whom. In the regions Switzerland and Germany, V1 and V2 invite each signer when it's their turn, and V3 invites everyone at once. At other addresses only V1 invites in order, unless the credential says that they speak like the regions.",
		},
		{
			displayName: 'Signers',
			name: 'signers',
			type: 'fixedCollection',
			typeOptions: {
				multipleValues: true,
				sortable: true,
				multipleValueButtonText: 'Add Signer',
				fixedCollection: { itemTitle: title },
				hideOptionalFields: true,
				addOptionalFieldButtonText: 'Add Field',
			},
			default: { signer: [{ email: '' }] },
			placeholder: 'Add Signer',
			displayOptions: { show: { ...show, signerInput: ['list'] } },
			description:
				'The people who sign. An entry for each signature: who is listed twice signs twice.',
			options: [{ displayName: 'Signer', name: 'signer', values: signerEntryFields }],
		},
		...fromModel(
			{
				displayName: 'Signers (JSON)',
				name: 'signersJson',
				type: 'json',
				default: '',
				placeholder: example,
				hint: `For example ${example}`,
				displayOptions: { show: { ...show, signerInput: ['json'] } },
				description: `A list of objects with the names email, firstName, lastName, mobileNumber, order and placement as formField, positions or corner; v1 also issuingCountry and provider; v2 and v3 also language, notify, identityReference and requireEvidence; v3 also groupId and documents${more}`,
			},
			`The signers as a JSON list with an object for each, such as ${example}; firstName, lastName, mobileNumber and order are optional`,
			'signers',
		),
	];
}
