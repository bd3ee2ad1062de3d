import { strFromU8, unzipSync } from 'fflate';
import { cell, docx, paragraph, row, table } from '../../../support/files/docx.ts';
import type { RunResult } from '../../../support/engine/engine.ts';
import { when } from '../row.ts';
import type { Form, Row, Stage } from '../row.ts';
import { oneOf, pdfItem } from '../scene.ts';

export const template = docx(
	paragraph('Dear {{customer.name}},') +
		table(row(cell('{{#items}}{{name}}'), cell('{{price | money: CHF}}{{/items}}'))) +
		paragraph('{{sign: Ann, ann@example.com}}'),
);
const values = { customer: { name: 'Ann <Lee>' }, items: [{ name: 'Chair', price: 20 }] };
/** As the form has them. */
const byName = { 'customer.name': 'Ann <Lee>', items: values.items };
const file = { bytes: template, fileName: 'Lease.dotx' };
const content = template.toString('base64');

const filledWith =
	({ service }: Stage, expected: string, field = 'data') =>
	async (result: RunResult) => {
		const item = oneOf(result);
		const bytes = await service.engine.readBinary(item, field);
		const xml = strFromU8(unzipSync(bytes)['word/document.xml']!);
		const text = xml.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
		expect(text.trim()).toBe(`Dear Ann &lt;Lee&gt;, ${expected} {{sign: Ann, ann@example.com}}`);
		expect(item.json).toEqual({ fileName: expect.any(String) as string, size: bytes.length });
	};

export const fillTemplate: Row = {
	operation: 'fillTemplate',
	sendsFile: true,
	minimal: (stage) => ({
		parameters: {},
		items: [{ json: values, files: { data: file } }],
		seen: async (result) => {
			await filledWith(stage, 'Chair CHF 20.00')(result);
			expect(oneOf(result)).toMatchObject({
				json: { fileName: 'Lease.docx' },
				binary: {
					data: {
						fileName: 'Lease.docx',
						mimeType: expect.stringMatching(/wordprocessingml/) as string,
					},
				},
			});
		},
	}),
	full: (stage): Form[] => {
		const options = {
			locale: 'de-DE',
			missingValues: 'empty',
			outputFileName: 'For Ann',
			itemsAtOnce: 2,
		};
		const output = { outputPropertyName: 'filled', options };
		const seen = filledWith(stage, 'Chair 20,00 CHF', 'filled');
		const mapped = { mappingMode: 'defineBelow', value: byName, matchingColumns: [], schema: [] };
		const json = JSON.stringify(values);
		return [
			{
				parameters: {
					...{ source: 'binary', binaryPropertyName: 'file', valuesFrom: 'fields' },
					...{ exampleData: '{"name": "Ann"}', templateValues: mapped, ...output },
				},
				items: [{ files: { file } }],
				seen,
			},
			{
				parameters: {
					...{ source: 'base64', content, fileName: 'Lease.docx' },
					...{ valuesFrom: 'json', valuesJson: json, ...output },
				},
				seen,
			},
			{
				parameters: {
					...{ source: 'url', fileUrl: stage.templateAddress },
					...{ valuesFrom: 'json', valuesJson: json, ...output },
				},
				seen,
			},
		];
	},
	rules: [
		when('a value that is missing', () => ({
			parameters: {},
			items: [{ json: { items: [] }, files: { data: file } }],
			says: /The template "Lease.dotx" can't be filled. "customer.name" has no value \(document: "Dear {{customer.name}},"\).[^]*Nothing was sent/,
		})),
		when('a PDF', () => ({
			parameters: {},
			items: [pdfItem()],
			says: /"Contract.pdf" can't be filled. It isn't a ZIP file/,
		})),
		when('values that are a list', () => ({
			parameters: {
				source: 'base64',
				content,
				fileName: 'a.docx',
				valuesFrom: 'json',
				valuesJson: '[]',
			},
			says: /Values \(JSON\) isn't an object such as/,
		})),
		when('a locale that does not exist', () => ({
			parameters: { options: { locale: 'Swiss German' } },
			items: [{ json: values, files: { data: file } }],
			says: /Locale.* isn't a locale/,
		})),
	],
	refusals: [],
};

export const readTemplate: Row = {
	operation: 'readTemplate',
	sendsFile: true,
	minimal: () => ({
		parameters: {},
		items: [{ files: { data: file } }],
		seen: (result) =>
			expect(oneOf(result).json).toEqual({
				fileName: 'Lease.dotx',
				placeholders: [
					{ name: 'customer.name', type: 'text', hasDefault: false },
					{ name: 'items', type: 'list', hasDefault: false },
					{ name: 'name', type: 'text', list: 'items', hasDefault: false },
					{ name: 'price', type: 'money', list: 'items', hasDefault: false },
				],
				example: { customer: { name: 'Text' }, items: [{ name: 'Text', price: 1234.5 }] },
			}),
	}),
	full: ({ templateAddress: fileUrl }) => [
		{
			parameters: { source: 'url', fileUrl },
			seen: (result) => expect(oneOf(result).json.fileName).toBe('Template.docx'),
		},
		{
			parameters: { source: 'binary', binaryPropertyName: 'file' },
			items: [{ files: { file } }],
			seen: (result) => expect(oneOf(result).json.placeholders).toHaveLength(4),
		},
		{
			parameters: {
				source: 'base64',
				content,
				fileName: 'Lease.docx',
				options: { itemsAtOnce: 2 },
			},
			seen: (result) => expect(oneOf(result).json.placeholders).toHaveLength(4),
		},
	],
	refusals: [],
};
