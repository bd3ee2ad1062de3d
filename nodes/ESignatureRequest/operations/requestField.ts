import type { INodeProperties } from 'n8n-workflow';

const fieldWith = (searchListMethod: string): INodeProperties => ({
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
			typeOptions: { searchListMethod, searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 5c31f2a0-6d0b-4f0e-9d3e-1f2b7c9a8e44',
		},
	],
});

export const requestField = fieldWith('searchRequests');

/** For what can only be done while people still sign. */
export const openRequestField = fieldWith('searchOpenRequests');
