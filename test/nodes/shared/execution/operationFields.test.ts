import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { versionFields, versionFor } from '../../../../nodes/shared/execution/operationFields';

const operations: Parameters<typeof versionFields>[1] = {
	get: {},
	list: {},
	seal: { versions: ['v1', 'v2'], versionByRegion: 'V1 here, V2 there' },
	wait: { versions: ['v2', 'v3'] },
	initiate: { versions: ['v3'] },
	waitForPeople: {
		option: { displayOptions: { hide: { '@tool': [true] } } },
		versions: ['v2', 'v3'],
	},
};

it('offers each operation its versions, and none where there is no choice', () => {
	const offered = versionFields('thing', operations).map((field) => ({
		shown: field.displayOptions,
		values: field.options?.map((option) => 'value' in option && option.value),
		first: field.default,
	}));
	expect(offered).toEqual([
		{
			shown: { show: { resource: ['thing'], operation: ['get', 'list'] } },
			values: ['v1', 'v2', 'v3'],
			first: 'v2',
		},
		{
			shown: { show: { resource: ['thing'], operation: ['seal'] } },
			values: ['auto', 'v1', 'v2'],
			first: 'auto',
		},
		{
			shown: { show: { resource: ['thing'], operation: ['wait'] } },
			values: ['v2', 'v3'],
			first: 'v2',
		},
		{
			shown: {
				show: { resource: ['thing'], operation: ['waitForPeople'] },
				hide: { '@tool': [true] },
			},
			values: ['v2', 'v3'],
			first: 'v2',
		},
	]);
});

it.each([
	['that of the form', { operation: 'get', apiVersion: 'v1' }, 'v1'],
	['the first where the form has none', { operation: 'seal' }, 'v1'],
	[
		'the first where the form has one that the operation lacks',
		{ operation: 'wait', apiVersion: 'v1' },
		'v2',
	],
	['the only one, whatever the form says', { operation: 'initiate', apiVersion: 'v2' }, 'v3'],
	['the usual one of an unknown operation', { operation: 'dance' }, 'v2'],
])('a picker asks in %s', (_title, form: Record<string, string>, expected) => {
	const getNodeParameter = (name: string, fallback: unknown) =>
		({ resource: 'thing', ...form })[name] ?? fallback;
	const context = { getNodeParameter } as unknown as ILoadOptionsFunctions;
	expect(versionFor(context, { thing: operations })).toBe(expected);
});
