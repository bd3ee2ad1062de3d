import { z } from 'zod/v3';

import { field, fields } from '../form/field';
import { agentField } from '../form/fields';
import { ParsedJson } from '../form/readers';

const DataObject = z.record(z.unknown(), {
	invalid_type_error: 'isn\'t an object such as {"name": "Ann"}',
});

/** Reads the columns of the form: the placeholders of a template that n8n has at that time. */
export const COLUMNS_METHOD = 'templateColumns';

const valuesFromField = agentField(
	field({
		displayName: 'Values From',
		name: 'valuesFrom',
		type: 'options',
		noDataExpression: true,
		default: 'item',
		options: [
			{
				name: 'Fields Below',
				value: 'fields',
				description: 'Shows a field for each placeholder of the template',
			},
			{
				name: 'Input Item',
				value: 'item',
				description: 'Uses the data of an earlier node, with the names in the template',
			},
			{ name: 'JSON', value: 'json', description: 'Uses an object with the names in the template' },
		],
		description: 'Source of the values for the placeholders',
	}),
	{ default: 'json' },
);
const fromFields = { valuesFrom: ['fields'] };

export const exampleField = field({
	displayName: 'Example Data (JSON)',
	name: 'exampleData',
	type: 'json',
	noDataExpression: true,
	default: '{}',
	displayOptions: { show: fromFields },
	description:
		'Paste the example from Read Template. n8n uses it to show a field for each placeholder.',
	reader: z.unknown(),
});

/** As n8n saves them. */
const Mapped = z
	.object({ value: DataObject.nullish() }, { invalid_type_error: "isn't an object" })
	.transform(({ value }) => value ?? {});

/** `sourceField` says where the template comes from. */
export function templateFields(sourceField: string) {
	return fields(
		...valuesFromField,
		{ ...exampleField, displayOptions: { show: { ...fromFields, [sourceField]: ['binary'] } } },
		{
			displayName: 'Values',
			name: 'templateValues',
			type: 'resourceMapper',
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			typeOptions: {
				loadOptionsDependsOn: [sourceField, 'fileUrl', 'content', exampleField.name],
				resourceMapper: {
					resourceMapperMethod: COLUMNS_METHOD,
					mode: 'add',
					fieldWords: { singular: 'placeholder', plural: 'placeholders' },
					addAllFields: true,
					multiKeyMatch: false,
					supportAutoMap: false,
				},
			},
			displayOptions: { show: fromFields },
			reader: Mapped,
		},
		field({
			displayName: 'Values (JSON)',
			name: 'valuesJson',
			type: 'json',
			default: '{}',
			required: true,
			displayOptions: { show: { valuesFrom: ['json'] } },
			description:
				'An object such as {"customer": {"name": "Ann"}}. Read Template returns an example.',
			reader: ParsedJson.pipe(DataObject),
			forModel:
				'Values for the placeholders by the names in the template, such as { "name": "Ann Lee" }.',
		}),
	);
}

function isLocale(name: string): boolean {
	try {
		return Intl.getCanonicalLocales(name).length === 1;
	} catch {
		return false;
	}
}

export const templateOptions = fields(
	{
		displayName: 'Locale',
		name: 'locale',
		type: 'string',
		default: 'en-GB',
		placeholder: 'e.g. de-CH',
		description: 'Language and country, which set the format of numbers, money, and dates',
		reader: z
			.string()
			.trim()
			.refine(isLocale, "isn't a locale\nEnter a locale such as de-CH or en-GB."),
	},
	{
		displayName: 'Missing Values',
		name: 'missingValues',
		type: 'options',
		default: 'stop',
		options: [
			{ name: 'Leave Empty', value: 'empty', description: 'For a draft, or optional values' },
			{ name: 'Stop', value: 'stop', description: 'To find a missing value before people sign' },
		],
		description: 'Behavior for a placeholder without a value and without a default',
	},
);
