import { existsSync, readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import path from 'node:path';
import type {
	FromAIArgument,
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	INodeTypeDescription,
	INodeTypes,
} from 'n8n-workflow';
import { NodeHelpers, nodeNameToToolName, traverseNodeParameters, Workflow } from 'n8n-workflow';
import { ESignatureApi } from '../../credentials/ESignatureApi.credentials';
import { nodes, optionsOf } from '../support/operations/descriptions';
import { schemaFaults } from '../support/operations/schemaFaults';

const readme = readFileSync('README.md', 'utf8');

/** What n8n's review accepts in a community node's codex file, by n8n's documentation. */
const CODEX_KEYS = ['node', 'nodeVersion', 'codexVersion', 'categories', 'alias', 'resources'];
const CODEX_CATEGORIES = [
	...['Analytics', 'Communication', 'Data & Storage', 'Development', 'Finance & Accounting'],
	...['Marketing & Content', 'Miscellaneous', 'Productivity', 'Sales', 'Utility'],
];

describe.each(nodes)('$description.displayName', ({ folder, description, operations }) => {
	const { properties } = description;

	if (isTrigger(description)) {
		it('starts workflows and is nothing else', () => {
			expect(description.name).toMatch(/Trigger$/);
			expect(description.inputs).toEqual([]);
			expect(description).not.toHaveProperty('usableAsTool');
			expect(description.polling === true).toBe(description.webhooks === undefined);
			expect(operations).toEqual([]);
		});

		it('has its output schema, its tests and its rows in the README', () => {
			expect(schemaFaults(`${folder}/__schema__/v1.0.0.json`)).toEqual([]);
			expect(globSync(`test/workflows/${path.basename(folder)}/**/*.test.ts`)).not.toEqual([]);
			expect(readme).toContain(`| **${description.displayName}** `);
		});
	} else {
		it('has a Resource field and at least one operation', () => {
			expect(properties.some(({ name }) => name === 'resource')).toBe(true);
			expect(operations.length).toBeGreaterThan(0);
		});
	}

	it('shows every field under conditions that can be met', () => {
		const faults = flatten(properties).flatMap(({ field, siblings }) =>
			Object.entries({ ...field.displayOptions?.show, ...field.displayOptions?.hide })
				.filter(([name]) => !name.startsWith('@'))
				.flatMap(([name, values]) => {
					const scope = name.startsWith('/') ? properties : siblings;
					const targets = scope.filter((other) => other.name === name.replace(/^\//, ''));
					if (targets.length === 0) return [`${field.name}: there is no field ${name}`];
					return (values ?? [])
						.filter((value) => !targets.some((target) => canBe(target, value)))
						.map((value) => `${field.name}: ${name} can never be ${JSON.stringify(value)}`);
				}),
		);
		expect(faults).toEqual([]);
	});

	it('has no two fields of one name shown together', () => {
		const seen = new Set<string>();
		const twice = properties.filter((field) => {
			const identity = JSON.stringify([field.name, field.displayOptions]);
			return seen.size === seen.add(identity).size;
		});
		expect(twice.map(({ name }) => name)).toEqual([]);
	});

	it('has an example in every text field that begins empty, and says that it is one', () => {
		expect(flatten(properties).flatMap(({ field }) => withoutExample(field))).toEqual([]);
	});

	it('declares for n8n which fields name files of the input', () => {
		const naming = flatten(properties).filter(({ field: { hint = '' } }) =>
			/names? of the input fields?\b/.test(hint),
		);
		const undeclared = naming.filter(({ field }) => !field.typeOptions?.binaryDataProperty);
		expect(undeclared.map(({ field }) => field.name)).toEqual([]);
	});

	it('describes every field that can be typed, or that a model can fill in', () => {
		const isTyped = ({ type, noDataExpression }: INodeProperties) =>
			type === 'number' ||
			(!noDataExpression && !['notice', 'collection', 'hidden'].includes(type));
		const silent = flatten(properties).filter(
			({ field }) => isTyped(field) && (field.description ?? field.hint ?? '').length < 10,
		);
		expect(silent.map(({ field }) => field.name)).toEqual([]);
	});

	it('has only expressions that n8n can read', () => {
		const expressions = stringsIn(description).filter((text) => text.startsWith('='));
		expect(expressions.length).toBeGreaterThan(0);
		const isFromModel = (expression: string) => expression.includes('$fromAI');
		for (const expression of expressions.filter((one) => !isFromModel(one)))
			expect(() => evaluate(expression)).not.toThrow();
		// These have a value in the call of a tool alone, and the model reads their description.
		const fromModel: FromAIArgument[] = [];
		traverseNodeParameters(expressions.filter(isFromModel), fromModel);
		for (const { description: shape, type } of fromModel) {
			expect(shape).toMatch(type === 'json' ? / such as \[?\{ "\w+": ".+ \}\]?/ : /^\w+\W.{10}/);
		}
	});

	it('has a codex file, icons and the files that package.json promises', () => {
		const codex = JSON.parse(
			readFileSync(path.join(folder, `${path.basename(folder)}.node.json`), 'utf8'),
		) as { node: string; alias: string[]; categories: string[] };
		expect(Object.keys(codex).filter((key) => !CODEX_KEYS.includes(key))).toEqual([]);
		expect(CODEX_CATEGORIES).toEqual(expect.arrayContaining(codex.categories));
		expect(codex.node).toBe(`n8n-nodes-esignature.${description.name}`);
		const words = [
			'sign',
			'agreement',
			'contract',
			'approval',
			'digital signature',
			'unterschrift',
			'signieren',
			'signature électronique',
			'firma',
		];
		expect(codex.alias).toEqual(expect.arrayContaining(words));
		const icons = Object.values(description.icon as { light: string; dark: string });
		for (const icon of icons) {
			expect(existsSync(path.join(folder, icon.replace('file:', '')))).toBe(true);
		}
	});

	if (isTrigger(description)) return;

	it('has actions that are short names, and tools whose names are not cut', () => {
		const actions = properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options = [] }) => options as INodePropertyOptions[])
			.map(({ action = '' }) => action);
		expect(actions).toHaveLength(operations.length);
		for (const action of actions) {
			expect(action).toMatch(/^[A-Z].{0,39}$/);
			expect(action).not.toMatch(/\b(a|an|the)\b/);
			// As n8n calls the tool of an agent.
			const tool = `${action} in ${description.defaults.name}`;
			expect(nodeNameToToolName(tool)).toHaveLength(tool.length);
		}
	});

	it('is found in the search of n8n by the words of each action', () => {
		const codex = readFileSync(`${folder}/${path.basename(folder)}.node.json`, 'utf8');
		const { alias } = JSON.parse(codex) as { alias: string[] };
		const words = alias.map((one) => one.toLowerCase());
		const actions = properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options = [] }) => options as INodePropertyOptions[])
			.map(({ action = '' }) => action.toLowerCase());
		expect(words).toEqual(expect.arrayContaining(actions));
		expect(words).toEqual(expect.arrayContaining(['approve', 'docusign alternative']));
	});

	it('shows on the canvas what the menu calls the operation', () => {
		const [first] = operations;
		for (const { resource, resourceName, operation, name } of operations) {
			const isFirst = resource === first!.resource;
			const shown = evaluate(description.subtitle!, { resource, operation });
			expect(shown).toBe(isFirst ? name : `${resourceName}: ${name}`);
		}
	});

	it.each(operations)('$resourceName: $name has its output schema', ({ resource, operation }) => {
		const file = `${folder}/__schema__/v1.0.0/${resource}/${operation}.json`;
		expect(schemaFaults(file)).toEqual([]);
	});
});

it('the credential has an example in every text field that begins empty', () => {
	expect(new ESignatureApi().properties.flatMap(withoutExample)).toEqual([]);
});

it('files are downloaded only where someone asks for them; a sealed one comes along, but not to agents', () => {
	const downloads = nodes
		.flatMap(({ description }) => flatten(description.properties))
		.map(({ field }) => field)
		.filter(({ type, name }) => type === 'boolean' && name.startsWith('download'));
	expect(downloads.length).toBeGreaterThan(3);
	const on = downloads.filter((field) => field.default !== false);
	expect(on).toMatchObject([
		{ displayName: 'Download Sealed PDF', displayOptions: { show: { '@tool': [false] } } },
	]);
});

it('Create asks for the email of a signer after at most five controls, and for little else', () => {
	const { description } = nodes.find(({ description: { name } }) => name === 'eSignatureRequest')!;
	const { properties } = description;
	const node = { typeVersion: 1 };
	const given = { resource: 'request', operation: 'create' };
	const form = NodeHelpers.getNodeParameters(properties, given, true, false, node, description)!;
	const isShown = (one: INodeProperties, values = form) =>
		NodeHelpers.displayParameter(values, one, node, description, form);
	const shown = properties.filter((one) => isShown(one));
	const at = shown.findIndex(({ name }) => name === 'signers');
	// The credential is above them.
	expect(shown.slice(0, at).length + 1).toBeLessThanOrEqual(5);
	const entry = flatten(shown.slice(at, at + 1)).filter(({ siblings }) => siblings !== properties);
	const asked = entry
		.map(({ field }) => field)
		.filter((one) => isShown(one, { kind: 'email' }))
		.filter(({ typeOptions }) => typeOptions?.showEvenWhenOptional);
	expect(asked.map(({ displayName }) => displayName)).toEqual(['Email', 'Signer Type']);
});

it('no two nodes look alike', () => {
	for (const theme of ['light', 'dark'] as const) {
		const images = nodes.map(({ folder, description: { icon } }) => {
			const file = (icon as Record<string, string>)[theme]!.replace('file:', '');
			return readFileSync(path.join(folder, file), 'utf8');
		});
		expect(new Set(images).size).toBe(nodes.length);
	}
});

function isTrigger({ group }: INodeTypeDescription): boolean {
	return group.includes('trigger');
}

/** Every field with those beside it; the fields inside a collection are beside each other. */
function flatten(
	siblings: INodeProperties[],
): Array<{ field: INodeProperties; siblings: INodeProperties[] }> {
	return siblings.flatMap((field) => {
		const inner = ['collection', 'fixedCollection'].includes(field.type)
			? (field.options ?? []).flatMap((option) =>
					'values' in option ? flatten(option.values) : flatten([option as INodeProperties]),
				)
			: [];
		return [{ field, siblings }, ...inner];
	});
}

interface Input {
	type: string;
	name: string;
	first: unknown;
	placeholder?: string;
}

/** The inputs of a field that take text, begin empty and show no example. */
function withoutExample(field: INodeProperties): string[] {
	const { type, name, default: first, placeholder, modes = [] } = field;
	const inputs: Input[] = [
		{ type, name, first, placeholder },
		...modes.map((mode) => ({ ...mode, name: `${name}, ${mode.name}`, first: '' })),
	];
	return inputs
		.filter((input) => input.type === 'string' && (input.first === '' || input.placeholder))
		.filter((input) => !/^e\.g\. \S/.test(input.placeholder ?? ''))
		.map((input) => input.name);
}

function canBe(field: INodeProperties, value: unknown): boolean {
	if (field.type === 'boolean') return typeof value === 'boolean';
	if (field.type === 'options') return optionsOf(field).some((option) => option.value === value);
	return true;
}

function stringsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(stringsIn);
}

function evaluate(expression: string, parameters: INodeParameters = {}): unknown {
	const node: INode = {
		id: '1',
		name: 'Node',
		type: 'test',
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
	const nodeTypes: INodeTypes = {
		getByName: () => undefined as never,
		getByNameAndVersion: () => undefined as never,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(node, expression, 'internal', {});
}
