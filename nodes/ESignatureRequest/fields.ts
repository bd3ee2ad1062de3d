import type { INodeProperties } from 'n8n-workflow';

import { apiVersionField } from '../shared/operation/fields';

/** What exists in v3 only asks for no version: it always uses v3. */
const v3Only = { resource: ['observer'], operation: ['initiate', 'clearExpiry'] };

export function needsV3({
	resource,
	operation,
}: {
	resource: unknown;
	operation: unknown;
}): boolean {
	return v3Only.resource.includes(String(resource)) || v3Only.operation.includes(String(operation));
}

const sinceV2: INodeProperties = {
	...apiVersionField,
	options: apiVersionField.options?.filter(
		(option) => !('value' in option && option.value === 'v1'),
	),
};

/** Attachments came with v2 (interface.md part 9), and nobody should begin to wait with v1. */
export const versionFields: INodeProperties[] = [
	{
		...apiVersionField,
		displayOptions: {
			hide: {
				resource: ['observer', 'attachment'],
				operation: [...v3Only.operation, 'createAndWait'],
			},
		},
	},
	{ ...sinceV2, displayOptions: { show: { resource: ['attachment'] } } },
	{ ...sinceV2, displayOptions: { show: { resource: ['request'], operation: ['createAndWait'] } } },
];

export const requestField: INodeProperties = {
	displayName: 'Signature Request',
	name: 'requestId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The signature request to work on',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a signature request…',
			typeOptions: { searchListMethod: 'searchRequests', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 5c31f2a0-6d0b-4f0e-9d3e-1f2b7c9a8e44',
		},
	],
};
