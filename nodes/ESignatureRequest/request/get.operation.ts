import type { Operation } from '../../shared/execution/operation';
import { fields } from '../../shared/form/field';
import { asksFor } from '../../shared/execution/output';
import { declineFields, getReport, withDecline } from '../../shared/requests/auditReport';
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
	endpoints: [getRequest, getReport],
	async execute({ context, itemIndex, version, read }) {
		const { requestId, ...choice } = read(form);
		const request = await readRequest(context, { version, requestId, itemIndex });
		if (!asksFor(declineFields, choice)) return { json: requestOutput(request, choice) };
		const whole = await withDecline(context, request, { version, itemIndex });
		return { json: requestOutput(whole, choice) };
	},
};
