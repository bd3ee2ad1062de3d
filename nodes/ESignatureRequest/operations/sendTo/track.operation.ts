import { z } from 'zod/v3';

import type { Endpoint } from '../../../shared/http/endpoint';
import { callForJson } from '../../../shared/http/transport';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { answerObject } from '../../../shared/operation/scalars.schema';
import { sendToCall, sendToFields, sendToRefusals, sendToShape, where } from './sendTo';

const option: Operation['option'] = {
	name: 'Track',
	value: 'track',
	action: 'Track Send-To document',
	description: 'Read whether a sent document was claimed and signed, and by whom',
};

const endpoint: Endpoint = {
	method: 'GET',
	path: '/sendto/{id}/track',
	needsNoToken: true,
	refusals: sendToRefusals,
};

const Parameters = z.object(sendToShape);
const Tracked = answerObject({ status: z.string().min(1) });

async function execute({ context, itemIndex, read }: ItemContext) {
	const parameters = read(Parameters);
	const call = { ...sendToCall(endpoint, parameters), itemIndex };
	const tracked = await callForJson(context, call, Tracked);
	return { json: { id: parameters.sendToId, ...tracked } };
}

export const operation: Operation = {
	option,
	fields: sendToFields,
	...where,
	endpoints: [endpoint],
	execute,
};
