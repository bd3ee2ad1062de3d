import type { IDataObject } from 'n8n-workflow';

import { pickerField } from '../shared/form/fields';
import { Uuid } from '../shared/form/readers';
import { outputFields, shapeOutput } from '../shared/execution/output';
import type { OutputChoice } from '../shared/execution/output';
import { SELECTABLE_FIELDS, simplifyRequest, toOutput } from '../shared/requests/shownRequest';
import type { SignatureRequest } from '../shared/requests/signatureRequest.schema';

const fieldWith = (search: string) =>
	pickerField({
		displayName: 'Signature Request',
		name: 'requestId',
		description: 'Choose it from the list, or enter its ID',
		hint: 'For requests of an earlier node, drag their id here',
		search,
		what: 'a signature request',
		reader: Uuid,
		example: '5c31f2a0-6d0b-4f0e-9d3e-1f2b7c9a8e44',
		forModel: 'ID of the signature request',
	});

export const requestField = fieldWith('searchRequests');

/** For what can only be done while people still sign. */
export const openRequestField = fieldWith('searchOpenRequests');

/** Simplify for people, Output for agents; for every operation that answers with a request. */
export const requestOutputFields = outputFields(SELECTABLE_FIELDS);

export function requestOutput(request: SignatureRequest, choice: OutputChoice): IDataObject {
	return shapeOutput(toOutput(request), choice, () => ({
		...simplifyRequest(request),
		// Only agents choose an output. Their other tools need the IDs.
		...(choice.output && request.attachments?.length && { attachments: request.attachments }),
	}));
}
