import type {
	FieldType,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { bytesOf } from '../documents/document';
import { isObject, parseJson } from '../network/json';
import { describeTemplate } from './describe';
import type { Described } from './describe';
import { readTemplate } from './docx';
import { exampleField } from './template.fields';

/** A field for each placeholder. Before a run, n8n has a file only if the form contains it or its address. */
export async function templateColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const value = (name: string) => this.getNodeParameter(name, undefined, { extractValue: true });
	const source = value('fileSource') ?? value('source');
	if (source === 'binary') return { fields: columnsOfExample(value(exampleField.name)) };
	const file =
		source === 'url'
			? ((await this.helpers.httpRequest({
					url: String(value('fileUrl')),
					encoding: 'arraybuffer',
				})) as Buffer)
			: (bytesOf(String(value('content')).replace(/^data:[^,]*,/, '')) ?? Buffer.alloc(0));
	const described = describeTemplate(await readTemplate(Buffer.from(file)));
	const isColumn = ({ type, list }: Described) => type !== 'image' && list === undefined;
	return { fields: described.filter(isColumn).map(columnOf) };
}

const TYPES: Record<Described['type'], FieldType> = {
	condition: 'boolean',
	date: 'dateTime',
	image: 'string',
	list: 'array',
	money: 'number',
	number: 'number',
	text: 'string',
};

function columnOf({ name, type, hasDefault }: Described): ResourceMapperField {
	return column(name, TYPES[type], !hasDefault && type !== 'condition');
}

function column(name: string, type: FieldType, required = false): ResourceMapperField {
	return { id: name, displayName: name, type, required, defaultMatch: false, display: true };
}

function columnsOfExample(json: unknown): ResourceMapperField[] {
	const example = typeof json === 'string' ? parseJson(json) : json;
	return isObject(example) ? columnsIn(example) : [];
}

function columnsIn(example: Record<string, unknown>, path = ''): ResourceMapperField[] {
	return Object.entries(example).flatMap(([name, value]) => {
		if (isObject(value)) return columnsIn(value, `${path}${name}.`);
		return [column(path + name, typeOf(value))];
	});
}

function typeOf(value: unknown): FieldType {
	if (Array.isArray(value)) return 'array';
	if (typeof value === 'number' || typeof value === 'boolean') return typeof value as FieldType;
	return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? 'dateTime' : 'string';
}
