/** A document that was sent without an account: where it is found, and what is said about it. */
import type { INodeProperties } from 'n8n-workflow';

import type { Call } from '../../../shared/http/call';
import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import type { ExplainedRefusal } from '../../../shared/http/problemTable';
import type { Operation } from '../../../shared/operation/operation';
import { Uuid } from '../../../shared/operation/scalars.schema';

/** Only the public regions describe it, in both versions alike. */
export const where = {
	versions: ['v2'],
	dialects: ['public'],
} as const satisfies Partial<Operation>;

export const sendToFields: INodeProperties[] = [
	{
		displayName: 'Send-To ID',
		name: 'sendToId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 28c29d94-2d47-0a5a-7b3f-6c9f8ab5c2a1',
		description: 'The ID that Send-To: Create has returned',
	},
	{
		displayName: 'Access Code',
		name: 'accessCode',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		placeholder: 'e.g. 7d1c2f3a-9b04-4c6e-8a51-2e0f6b7d8c93',
		description: 'The access_code that Send-To: Create has returned, best as an expression',
	},
];

export const sendToShape = { sendToId: Uuid, accessCode: Uuid };

export const sendToRefusals: ExplainedRefusal[] = [
	{
		status: 404,
		message: 'The service has no sent document with this id and access code',
		remedy:
			'Check both, and the region in the credential. An unclaimed document is deleted after a day, any other after 90 days.',
	},
];

export function sendToCall(
	endpoint: Endpoint,
	{ sendToId, accessCode }: { sendToId: string; accessCode: string },
): Omit<Call, 'itemIndex'> {
	return {
		...callTo(endpoint, sendToId),
		version: 'v2',
		secretHeaders: { 'X-Accesscode': accessCode },
	};
}
