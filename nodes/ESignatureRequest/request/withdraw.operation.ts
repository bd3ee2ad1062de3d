import { callTo } from '../../shared/client/call';
import { fields } from '../../shared/form/field';
import { noticeField } from '../../shared/form/fields';
import type { Operation } from '../../shared/execution/operation';
import { Text } from '../../shared/form/readers';
import { getRequest } from '../../shared/requests/readRequest';
import { changeRequest } from '../changeRequest';
import { withdrawEndpoint } from '../endpoints';
import { requestField, requestOutput, requestOutputFields } from '../requestForm';

const LONGEST_MESSAGE = 2048;

const form = fields(
	noticeField(
		"You can't reopen a withdrawn request. Skribble notifies everyone in the request by email.",
	),
	requestField,
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		reader: Text.max(LONGEST_MESSAGE, `is longer than ${LONGEST_MESSAGE} characters`),
		placeholder: 'e.g. A new version of the contract will follow',
		description: 'Reason that Skribble shows to the signers. Up to 2048 characters.',
		forModel: 'Reason that Skribble shows to the signers',
	},
	...requestOutputFields,
);

export const operation: Operation = {
	option: {
		name: 'Withdraw',
		value: 'withdraw',
		action: 'Withdraw signature request',
		description: 'End an open request before everyone has signed. You can still read it.',
	},
	forAgents:
		"Withdraw an open request. Skribble notifies everyone in the request by email. This can't be undone",
	fields: form,
	endpoints: [withdrawEndpoint, getRequest],
	done: 'withdrawn',
	async execute({ context, itemIndex, version, read }) {
		const { requestId, message, ...choice } = read(form);
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
	},
};
