import { z } from 'zod/v3';

import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { outputShape } from '../../../shared/operation/output';
import { Uuid } from '../../../shared/operation/scalars.schema';
import { getRequest } from '../../../shared/signatureRequest/readRequest';
import { changeRequest } from '../changeRequest';
import { expiryNotEnabled, LOOK_WITH_GET } from '../endpoints';
import { requestField } from '../requestField';
import { requestOutput, requestOutputFields } from '../requestOutput';

const option: Operation['option'] = {
	name: 'Clear Expiry',
	value: 'clearExpiry',
	action: 'Clear expiry of draft request',
	description: 'Remove the date after which a draft can no longer be signed (V3)',
};

const forAgents = 'Remove the expiry date from a draft request';

const fields = [requestField, ...requestOutputFields];

const endpoint: Endpoint = {
	method: 'DELETE',
	path: '/signature-requests/{id}/expires-at',
	lostAnswer: `${LOOK_WITH_GET} whether the request still shows expires_at.`,
	refusals: [
		{ ...expiryNotEnabled, feature: undefined },
		{
			status: 400,
			message: 'Only a draft can lose its expiry date, and this request is not a draft any more',
			remedy:
				'An initiated request keeps its date. If it must not expire, withdraw it and create a new one without a date.',
		},
	],
};

const Parameters = z.object({ requestId: Uuid, ...outputShape });

/** `expires_at` exists in v3 only; the date of automatic deletion stays (interface.md 4.3). */
async function execute({ context, itemIndex, read }: ItemContext) {
	const { requestId, ...choice } = read(Parameters);
	const request = await changeRequest(context, {
		version: 'v3',
		requestId,
		itemIndex,
		call: callTo(endpoint, requestId),
		what: 'the removal of this date',
		done: 'The expiry date was removed',
	});
	return { json: requestOutput(request, choice) };
}

export const clearExpiry: Operation = {
	option,
	forAgents,
	fields,
	versions: ['v3'],
	endpoints: [endpoint, getRequest],
	done: 'changed',
	execute,
};
