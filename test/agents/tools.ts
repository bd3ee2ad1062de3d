/** The tools of all operations, exactly as n8n shows them to a model if nobody changes a field of the node. */
import { createRequire } from 'node:module';
import { getSchema } from 'n8n-core/dist/execution-engine/node-execution-context/utils/create-node-as-tool';
import type { INode, INodeParameters, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers, nodeNameToToolName } from 'n8n-workflow';
import { nodes } from '../support/operations/descriptions';

/** What n8n's agents make of a schema. */
const { toJsonSchema } = createRequire(require.resolve('n8n-core'))(
	'@langchain/core/utils/json_schema',
) as { toJsonSchema: (schema: unknown) => unknown };

export interface Tool {
	name: string;
	description: string;
	parameters: { properties?: Record<string, { description?: string }>; required?: string[] };
	/** What n8n holds a call against. */
	schema: ReturnType<typeof getSchema>;
	/** The node behind it, for the engine. */
	node: { type: string; parameters: INodeParameters };
}

export const tools: Tool[] = nodes
	.filter(({ description }) => description.usableAsTool)
	.flatMap(({ description, operations }) =>
		operations
			.map(({ resource, operation }) => toolOf(description, { resource, operation }))
			.filter((tool) => tool !== undefined),
	);

function toolOf(
	base: INodeTypeDescription,
	parameters: { resource: string; operation: string },
): Tool | undefined {
	const type = `${base.name}Tool`;
	const description = { ...base, name: type };
	const node: INode = {
		...{ id: '1', typeVersion: 1, position: [0, 0], type },
		name: base.defaults.name!,
		parameters,
	};
	const { properties } = description;
	// As n8n does when it loads a workflow.
	node.parameters = NodeHelpers.getNodeParameters(
		properties,
		parameters,
		true,
		false,
		node,
		description,
	)!;
	const told = NodeHelpers.getToolDescriptionForNode(node, { description } as never);
	const action = actionOf(description, parameters);
	if (action === undefined) return undefined;
	return {
		name: nodeNameToToolName(`${action} in ${base.defaults.name}`),
		description: told,
		parameters: schemaOf(node),
		schema: getSchema(node),
		node: { type, parameters },
	};
}

/** Without what is the same in all of them. */
function schemaOf(node: INode): Tool['parameters'] {
	const { properties, required } = toJsonSchema(getSchema(node)) as Tool['parameters'];
	return { properties, required };
}

/** n8n gives the node this name on the canvas, except for operations that agents don't get. */
function actionOf(
	{ properties }: INodeTypeDescription,
	{ resource, operation }: { resource: string; operation: string },
): string | undefined {
	const [dropdown] = properties.filter(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(resource),
	);
	const chosen = (
		dropdown!.options as Array<{
			value: string;
			action: string;
			displayOptions?: { hide?: object };
		}>
	).find(({ value }) => value === operation)!;
	return chosen.displayOptions?.hide && '@tool' in chosen.displayOptions.hide
		? undefined
		: chosen.action;
}

/** What the model reads. */
export const shown = tools.map(({ name, description, parameters }) => ({
	name,
	description,
	parameters,
}));
