import type {
	IDisplayOptions,
	ILoadOptionsFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { ApiVersion } from '../http/call';
import { apiVersionField } from './fields';

/** The versions of the interface that an operation exists in; the first is that of a new node. */
export type Versions = readonly [ApiVersion, ...ApiVersion[]];

interface Versioned {
	versions?: Versions;
}

const everyVersion: Versions = ['v2', 'v1', 'v3'];

/** API Version for the operations of a resource, a field for each choice; one version is no choice. */
export function versionFields(
	resource: string,
	operations: Record<string, Versioned>,
): INodeProperties[] {
	const choices = new Map<string, { versions: Versions; names: string[] }>();
	for (const [name, { versions = everyVersion }] of Object.entries(operations)) {
		if (versions.length === 1) continue;
		const choice = choices.get(versions.join()) ?? { versions, names: [] };
		choices.set(versions.join(), { versions, names: [...choice.names, name] });
	}
	const all = apiVersionField.options as INodePropertyOptions[];
	const byUse = [...choices.values()].sort((a, b) => b.names.length - a.names.length);
	return byUse.map(({ versions, names }, at) => ({
		...apiVersionField,
		default: versions[0],
		options: all.filter(({ value }) => versions.some((version) => version === value)),
		displayOptions:
			at === 0
				? usually(resource, othersThan(names, operations))
				: { show: { resource: [resource], operation: names } },
	}));
}

/**
 * n8n reads fields from the top, and those that look at /apiVersion only once. The operation stands below
 * this field, so it must not have to be known by then.
 */
function usually(resource: string, except: string[]): IDisplayOptions {
	const show = { resource: [resource] };
	return except.length === 0 ? { show } : { show, hide: { operation: except } };
}

function othersThan(names: string[], operations: Record<string, Versioned>): string[] {
	return Object.keys(operations).filter((name) => !names.includes(name));
}

/** The version that the chosen operation would use. */
export function versionFor(
	context: ILoadOptionsFunctions,
	operations: Record<string, Record<string, Versioned>>,
): ApiVersion {
	const [resource, operation] = ['resource', 'operation'].map((name) =>
		String(context.getNodeParameter(name, '')),
	) as [string, string];
	const { versions = everyVersion } = operations[resource]?.[operation] ?? {};
	const chosen = context.getNodeParameter('apiVersion', versions[0]);
	return versions.find((version) => version === chosen) ?? versions[0];
}
