import { globSync, readFileSync } from 'node:fs';
import { NodeHelpers, type INode, type IWorkflowBase } from 'n8n-workflow';
import { pathField } from '../../nodes/shared/callbacks/triggerPath';
import { nodes } from '../support/operations/descriptions';

const read = (file: string) => {
	const workflow = JSON.parse(readFileSync(file, 'utf8')) as IWorkflowBase;
	return { file, workflow };
};
const examples = globSync('examples/*.json').map(read);

it('there are ten examples or more', () => {
	expect(examples.length).toBeGreaterThanOrEqual(10);
});

// n8n publishes only one trigger for each path, and a form counts. The first trigger of a newcomer has the default.
it('each has a path of its own, and none has the default', () => {
	const triggers = globSync('examples/**/*.json').flatMap((file) =>
		read(file).workflow.nodes.filter(({ type }) =>
			/(\.webhook|\.formTrigger|\.eSignatureRequestTrigger)$/.test(type),
		),
	);
	const paths = triggers.map(({ parameters, webhookId }) => {
		const { path: formPath } = (parameters.options ?? {}) as { path?: string };
		return parameters.path ?? formPath ?? webhookId;
	});
	expect(paths.length).toBeGreaterThanOrEqual(15);
	expect(paths).not.toContain(pathField.default);
	expect([...new Set(paths)]).toEqual(paths);
});

describe.each(examples)('$file', ({ workflow }) => {
	const own = workflow.nodes.filter(({ type }) => type.startsWith('n8n-nodes-esignature.'));

	it('uses our nodes with parameters that n8n finds complete', () => {
		expect(own.length).toBeGreaterThan(0);
		for (const node of own) expect(issuesOf(node)).toEqual([]);
	});

	it('does something in every node', () => {
		const idle = workflow.nodes.filter(({ type }) => type === 'n8n-nodes-base.noOp');
		expect(idle).toEqual([]);
	});

	it('sends callbacks only to its own trigger', () => {
		const called = own.flatMap(({ parameters }) => parameters.callbackPath ?? []);
		const paths = own.map(({ parameters }) => parameters.path);
		expect(paths).toEqual(expect.arrayContaining(called));
	});

	it('connects nodes that exist, and holds no credential of anyone', () => {
		const names = new Set(workflow.nodes.map(({ name }) => name));
		const connections = Object.entries(workflow.connections).flatMap(([from, outputs]) => [
			from,
			...Object.values(outputs).flatMap((kind) =>
				kind.flatMap((targets) => (targets ?? []).map(({ node }) => node)),
			),
		]);
		expect(connections.filter((name) => !names.has(name))).toEqual([]);
		expect(workflow.nodes.filter(({ credentials }) => credentials)).toEqual([]);
	});
});

function issuesOf(node: INode): string[] {
	const type = nodes.find(({ description }) => node.type.endsWith(`.${description.name}`));
	if (!type) return [`There is no node ${node.type}`];
	const { description } = type;
	// n8n fills in the defaults when a workflow is opened.
	const parameters = NodeHelpers.getNodeParameters(
		description.properties,
		node.parameters,
		true,
		false,
		node,
		description,
	);
	const filled = { ...node, parameters: parameters ?? {} };
	const issues = NodeHelpers.getNodeParametersIssues(description.properties, filled, description);
	const known = new Set(description.properties.map(({ name }) => name));
	const unknown = Object.keys(node.parameters).filter((name) => !known.has(name));
	return [...Object.values(issues?.parameters ?? {}).flat(), ...unknown];
}
