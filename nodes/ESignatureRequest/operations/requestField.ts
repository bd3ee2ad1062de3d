import { pickerField } from '../../shared/operation/fields';

const fieldWith = (search: string) =>
	pickerField({
		displayName: 'Signature Request',
		name: 'requestId',
		description: 'The signature request to work on',
		hint: 'For the requests of an earlier node, drag their id here',
		search,
		what: 'a signature request',
		example: '5c31f2a0-6d0b-4f0e-9d3e-1f2b7c9a8e44',
	});

export const requestField = fieldWith('searchRequests');

/** For what can only be done while people still sign. */
export const openRequestField = fieldWith('searchOpenRequests');
