import { pickerField } from '../../shared/operation/fields';

export const requestField = pickerField({
	displayName: 'Signature Request',
	name: 'requestId',
	description: 'The signature request to work on',
	search: 'searchRequests',
	what: 'a signature request',
	example: '5c31f2a0-6d0b-4f0e-9d3e-1f2b7c9a8e44',
});
