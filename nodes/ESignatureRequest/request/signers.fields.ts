import type { Field } from '../../shared/form/field';
import { agentField } from '../../shared/form/fields';
import { signerEntryFields } from '../signerEntry/signer.fields';
import { namesIn } from '../signerEntry/signerProperties';
import { signingOrderField } from '../signerEntry/signers.schema';

const title =
	'={{ [$collection.item.value.email || $collection.item.value.groupId || $collection.item.value.sid?.cachedResultName || $collection.item.value.sid?.value, [$collection.item.value.firstName, $collection.item.value.lastName].filter(Boolean).join(" ")].filter(Boolean).join(", ") || "New Signer" }}';

const ways = {
	list: { name: 'From the List Above', value: 'list' },
	json: { name: 'Using JSON', value: 'json', description: 'For a list from an expression' },
	tags: {
		name: 'From Tags in the Document',
		value: 'tags',
		description: 'If tags name the signers, their order, and positions. Skribble removes the tags.',
		displayOptions: { show: { '/source': ['anyFile', 'template'] } },
	},
	none: {
		name: 'No Signers Yet',
		value: 'none',
		description: "People with write access add them in Skribble's web application",
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

const inV2 = namesIn('v2');
const inAllVersions = namesIn('v1').filter((name) => inV2.includes(name));
const optional = inAllVersions.filter((name) => !['email', 'order'].includes(name)).join(', ');

/** Who signs, and in which order: as a list of the form, or as JSON. */
export function signersFields({ offers, example, more = '', show = {} }: SignersUse): Field[] {
	const words = `Who signs, as a JSON list such as ${example}. Without order, all sign at the same time. Optional: ${optional}`;
	return [
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
			description: 'If you list a person twice, they sign twice',
			options: [{ displayName: 'Signer', name: 'signer', values: signerEntryFields }],
		},
		{
			displayName: 'Signers (JSON)',
			name: 'signersJson',
			type: 'json',
			default: '',
			placeholder: example,
			hint: `For example ${example}`,
			displayOptions: { show: { ...show, signerInput: ['json'] } },
			description: `A list of objects with ${inAllVersions.join(', ')}, and formField, positions, or corner.${more}`,
			forModel: { name: 'signers', words },
		},
		...agentField(
			{
				displayName: 'Specify Signers',
				name: 'signerInput',
				type: 'options',
				noDataExpression: true,
				default: 'list',
				options: offers.map((way) => ways[way]),
				displayOptions: { show },
				description: 'How to enter the signers',
			},
			{ default: 'json' },
		),
		{ ...signingOrderField, displayOptions: { show: { ...show, signerInput: ['list'] } } },
	];
}
