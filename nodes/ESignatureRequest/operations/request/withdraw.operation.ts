import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { callTo } from '../../../shared/http/endpoint';
import { noticeField } from '../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { outputShape } from '../../../shared/operation/output';
import { ApiVersion, Text, Uuid } from '../../../shared/operation/scalars.schema';
import { getRequest } from '../../../shared/signatureRequest/readRequest';
import { changeRequest } from '../changeRequest';
import { withdrawEndpoint } from '../endpoints';
import { requestField } from '../requestField';
import { requestOutput, requestOutputFields } from '../requestOutput';

const option: Operation['option'] = {
	name: 'Withdraw',
	value: 'withdraw',
	action: 'Withdraw signature request',
	description: 'End an open request before everyone has signed; it stays readable',
};

const forAgents =
	'Withdraw an open request and notify the people in it by email; this cannot be undone';

const LONGEST_MESSAGE = 2048;

const fields: INodeProperties[] = [
	noticeField('A withdrawn request cannot be opened again. The people in it get an email.'),
	requestField,
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. A new version of the contract will follow',
		description: 'Why the request is withdrawn, for the people in it. At most 2048 characters.',
	},
	...requestOutputFields,
];

const Parameters = z.object({
	apiVersion: ApiVersion,
	requestId: Uuid,
	message: Text.max(LONGEST_MESSAGE, `is longer than ${LONGEST_MESSAGE} characters`),
	...outputShape,
});

async function execute({ context, itemIndex, read }: ItemContext) {
	const { apiVersion: version, requestId, message, ...choice } = read(Parameters);
	const request = await changeRequest(context, {
		version,
		requestId,
		itemIndex,
		call: {
			...callTo(withdrawEndpoint, requestId),
			body: message ? { json: { message } } : undefined,
		},
		what: 'the withdrawal of this request',
		done: 'The request was withdrawn',
	});
	return { json: requestOutput(request, choice) };
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	endpoints: [withdrawEndpoint, getRequest],
	done: 'withdrawn',
	execute,
};
