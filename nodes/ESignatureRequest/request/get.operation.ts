import type { Operation } from '../../shared/execution/operation';
import { fields } from '../../shared/form/field';
import { getRequest, readRequest } from '../../shared/requests/readRequest';
import { requestField, requestOutput, requestOutputFields } from '../requestForm';

const form = fields(requestField, ...requestOutputFields);

export const operation: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get signature request',
		description: "Get the state of a request, its progress, and each signer's link",
	},
	forAgents: 'Get a signature request with its state, who has signed, and who signs next',
	fields: form,
	endpoints: [getRequest],
	async execute({ context, itemIndex, version, read }) {
		const { requestId, ...choice } = read(form);
		const request = await readRequest(context, { version, requestId, itemIndex });
		return { json: requestOutput(request, choice) };
	},
};
