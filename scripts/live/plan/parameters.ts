/** Parameters that several operations of the plan have in common. */
import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { smallPdf } from '../../../test/support/files/pdf.ts';

export type Version = 'v2' | 'v3';

/** Of everything that a run makes: a run recognises its own by it, and so does a person who finds a leftover. */
export const TITLE = `Test ${randomUUID().slice(0, 8)} of n8n-nodes-esignature, may be deleted`;

export const pdf = { bytes: smallPdf, fileName: 'test.pdf' };

/** The parameters of an operation on what has this id, if there is such a thing. */
export function about(
	field: 'documentId' | 'requestId',
	id: string | undefined,
	more: INodeParameters = {},
): INodeParameters | undefined {
	return id === undefined ? undefined : { [field]: byId(id), ...more };
}

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** No one gets mail: the domain takes none, and no notice is asked for. */
export const stranger = (lastName: string) => ({
	kind: 'withoutAccount',
	email: `${lastName.toLowerCase()}@example.com`,
	firstName: 'Test',
	lastName,
	mobileNumber: '41790000000',
	notify: false,
});
