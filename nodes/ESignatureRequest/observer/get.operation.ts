import { aboutId, callForJson } from '../../shared/client/callService';
import type { Endpoint } from '../../shared/client/call';
import type { Operation } from '../../shared/execution/operation';
import { fields } from '../../shared/form/field';
import { requestField } from '../requestForm';
import { Observer, observerField } from './observer';

const form = fields(requestField, observerField);

const endpoint: Endpoint = {
	method: 'GET',
	path: '/signature-requests/{signatureRequest}/observers/{observer}',
};

export const operation: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get observer',
		description: 'Get an observer, with the date and the person who added them (V3)',
	},
	forAgents: 'Get an observer of a request, with the date and the person who added them',
	fields: form,
	versions: ['v3'],
	endpoints: [endpoint],
	async execute({ context, read, callTo }) {
		const { requestId, observerId } = read(form);
		const call = callTo(endpoint, requestId, observerId);
		return { json: await callForJson(context, call, aboutId(Observer, observerId)) };
	},
};
