import { existsSync, readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import path from 'node:path';
import type { INode, INodeProperties, INodeTypeDescription, INodeTypes } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { nodes, optionsOf } from '../support/descriptions';

const readme = readFileSync('README.md', 'utf8');

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

		it('has its output schema, its tests and its row in the README', () => {
			const schema = path.join(folder, '__schema__/v1.0.0.json');
			expect(JSON.parse(readFileSync(schema, 'utf8'))).toMatchObject({ type: 'object' });
			expect(globSync(`test/workflows/${path.basename(folder)}/**/*.test.ts`)).not.toEqual([]);
			expect(readme).toMatch(new RegExp(`^\\| ${description.displayName} +\\|`, 'm'));
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

	it('has only expressions that n8n can read', () => {
		const expressions = stringsIn(description).filter((text) => text.startsWith('='));
		expect(expressions.length).toBeGreaterThan(0);
		for (const expression of expressions) expect(() => evaluate(expression)).not.toThrow();
	});

	it('has a codex file, icons and the files that package.json promises', () => {
		const codex = JSON.parse(
			readFileSync(path.join(folder, `${path.basename(folder)}.node.json`), 'utf8'),
		) as { node: string; alias: string[] };
		expect(codex.node).toBe(`n8n-nodes-esignature.${description.name}`);
		expect(codex.alias).toContain('sign');
		const icons = Object.values(description.icon as { light: string; dark: string });
		for (const icon of icons) {
			expect(existsSync(path.join(folder, icon.replace('file:', '')))).toBe(true);
		}
	});

	if (isTrigger(description)) return;

	describe.each(operations)(
		'$resourceName: $name',
		({ resource, resourceName, operation, name }) => {
			it('has its file, its output schema and its test', () => {
				const files = globSync(`${folder}/operations/**/${operation}.operation.ts`);
				expect(files).not.toEqual([]);
				const schema = path.join(folder, '__schema__/v1.0.0', resource, `${operation}.json`);
				expect(JSON.parse(readFileSync(schema, 'utf8'))).toMatchObject({ type: 'object' });
				const tests = globSync(
					`test/**/${path.basename(folder)}/**/${operation}.operation.test.ts`,
				);
				expect(tests).not.toEqual([]);
			});

			it('has its row in the README', () => {
				expect(readme).toMatch(
					new RegExp(`^\\| ${description.displayName} +\\| ${resourceName} +\\| ${name} +\\|`, 'm'),
				);
			});
		},
	);
});

it('the README names no operation that does not exist', () => {
	const rows = [...readme.matchAll(/^\| (E-Signature [\w ]+?) +\| ([\w ]+?) +\| ([\w ]+?) +\|/gm)];
	const existing = nodes.flatMap(({ description, operations }) =>
		operations.map(
			({ resourceName, name }) => `${description.displayName} ${resourceName} ${name}`,
		),
	);
	expect(rows.map(([, ...cells]) => cells.join(' ')).sort()).toEqual(existing.sort());
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

function evaluate(expression: string): unknown {
	const node: INode = {
		id: '1',
		name: 'Node',
		type: 'test',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const nodeTypes: INodeTypes = {
		getByName: () => undefined as never,
		getByNameAndVersion: () => undefined as never,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(node, expression, 'internal', {});
}
