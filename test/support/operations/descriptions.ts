/** All node types of the package, loaded from their sources as package.json names them. */
import path from 'node:path';
import type { INodeProperties, INodeType, INodeTypeDescription } from 'n8n-workflow';
import manifest from '../../../package.json';

export interface NodeUnderTest {
	/** Folder below the root that holds the node. */
	folder: string;
	description: INodeTypeDescription;
	operations: Array<{ resource: string; resourceName: string; operation: string; name: string }>;
}

export const nodes: NodeUnderTest[] = manifest.n8n.nodes.map((built) => {
	const source = built.replace(/^dist\//, '').replace(/\.js$/, '');
	const className = path.basename(source, '.node');
	const loaded = jest.requireActual<Record<string, new () => INodeType>>(path.resolve(source));
	const { description } = new loaded[className]!();
	return { folder: path.dirname(source), description, operations: operationsOf(description) };
});

function operationsOf({ properties }: INodeTypeDescription): NodeUnderTest['operations'] {
	const resources = optionsOf(properties.find(({ name }) => name === 'resource'));
	return resources.flatMap(({ value: resource, name: resourceName }) => {
		const dropdown = properties.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource),
		);
		return optionsOf(dropdown).map(({ value: operation, name }) => ({
			resource,
			resourceName,
			operation,
			name,
		}));
	});
}

export function optionsOf(property?: INodeProperties): Array<{ name: string; value: string }> {
	return (property?.options ?? []) as Array<{ name: string; value: string }>;
}
