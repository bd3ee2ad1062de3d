import { z } from 'zod/v3';

import type { Endpoint } from '../../shared/client/call';
import { callForJson } from '../../shared/client/callService';
import type { Operation } from '../../shared/execution/operation';
import { answerObject } from '../../shared/client/answerSchema';
import { sendToCall, sendToFields, sendToRefusals, where } from './sendTo';

const endpoint: Endpoint = {
	method: 'GET',
	path: '/sendto/{id}/track',
	needsNoToken: true,
	refusals: sendToRefusals,
};

const Tracked = answerObject({ status: z.string().min(1) });

export const operation: Operation = {
	option: {
		name: 'Track',
		value: 'track',
		action: 'Track Send-To document',
		description: 'See who has claimed and signed a sent document',
	},
	fields: sendToFields,
	...where,
	endpoints: [endpoint],
	async execute(item) {
		const parameters = item.read(sendToFields);
		const call = sendToCall(item, endpoint, parameters);
		const tracked = await callForJson(item.context, call, Tracked);
		return { json: { id: parameters.sendToId, ...tracked } };
	},
};
