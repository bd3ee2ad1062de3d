/** A document that was sent without an account: where it is found, and what is said about it. */
import type { Call, Endpoint } from '../../shared/client/call';
import type { ExplainedRefusal } from '../../shared/client/problemTable';
import type { ItemContext, Operation } from '../../shared/execution/operation';
import { fields } from '../../shared/form/field';
import type { Values } from '../../shared/form/field';
import { Uuid } from '../../shared/form/readers';

/** Only the public regions describe it, in both versions alike. */
export const where = {
	versions: ['v2'],
	dialects: ['public'],
} as const satisfies Partial<Operation>;

export const sendToFields = fields(
	{
		displayName: 'Send-To ID',
		name: 'sendToId',
		type: 'string',
		default: '',
		required: true,
		reader: Uuid,
		placeholder: 'e.g. 28c29d94-2d47-0a5a-7b3f-6c9f8ab5c2a1',
		description: 'In the output of Send-To: Create',
		forModel: 'id from Create Send-To link',
	},
	{
		displayName: 'Access Code',
		name: 'accessCode',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		reader: Uuid,
		placeholder: 'e.g. 7d1c2f3a-9b04-4c6e-8a51-2e0f6b7d8c93',
		description:
			"In the output of Send-To: Create. Use an expression, so that the code isn't saved in the workflow.",
		forModel: 'access_code from Create Send-To link',
	},
);

export const sendToRefusals: ExplainedRefusal[] = [
	{
		status: 404,
		message: "Skribble doesn't find a sent document with this ID and access code",
		remedy:
			'Check both, and the region in the credential. Skribble deletes an unclaimed document after a day, any other after 90 days.',
	},
];

export function sendToCall(
	{ callTo }: ItemContext,
	endpoint: Endpoint,
	{ sendToId, accessCode }: Values<typeof sendToFields>,
): Call {
	return { ...callTo(endpoint, sendToId), secretHeaders: { 'X-Accesscode': accessCode } };
}
