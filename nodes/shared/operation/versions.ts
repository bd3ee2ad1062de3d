import type { ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ApiVersion } from '../http/call';
import { apiVersionField } from './fields';

/** The versions of the interface that an operation exists in; the first is that of a new node. */
export type Versions = readonly [ApiVersion, ...ApiVersion[]];

interface Versioned {
	option?: Pick<INodePropertyOptions, 'displayOptions'>;
	versions?: Versions;
	/**
	 * How the usual version depends on the address, in the words of the form, where By Region is the first choice.
	 */
	versionByRegion?: string;
}

const everyVersion: Versions = ['v2', 'v1', 'v3'];

interface Choice {
	versions: Versions;
	versionByRegion: string;
	isForPeople: boolean;
	names: string[];
}

const byRegion = { name: 'By Region', value: 'auto' };

/** API Version for the operations of a resource, a field for each choice; one version is no choice. */
export function versionFields(
	resource: string,
	operations: Record<string, Versioned>,
): INodeProperties[] {
	const choices = new Map<string, Choice>();
	for (const [name, operation] of Object.entries(operations)) {
		const { versions = everyVersion, versionByRegion = '' } = operation;
		if (versions.length === 1) continue;
		const isForPeople = isOnlyForPeople(operation.option);
		const key = [isForPeople, versionByRegion, ...versions].join();
		const { names = [] } = choices.get(key) ?? {};
		choices.set(key, { versions, versionByRegion, isForPeople, names: [...names, name] });
	}
	const all = apiVersionField.options as INodePropertyOptions[];
	return [...choices.values()].map(({ versions, versionByRegion, isForPeople, names }) => ({
		...apiVersionField,
		default: versionByRegion ? 'auto' : versions[0],
		options: [
			...(versionByRegion ? [{ ...byRegion, description: versionByRegion }] : []),
			...all.filter(({ value }) => versions.some((version) => version === value)),
		],
		displayOptions: {
			show: { resource: [resource], operation: names },
			...(isForPeople && { hide: { '@tool': [true] } }),
		},
	}));
}

/** No agent is offered such an operation as a tool. */
export function isOnlyForPeople(option: Versioned['option']): boolean {
	return option?.displayOptions?.hide?.['@tool'] !== undefined;
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
