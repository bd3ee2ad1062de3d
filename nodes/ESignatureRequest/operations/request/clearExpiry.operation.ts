import { z } from 'zod';

import type { Operation, Turn } from '../../../shared/operation/operation';
import { outputShape } from '../../../shared/operation/output';
import { Uuid } from '../../../shared/operation/scalars.schema';
import { pathOf } from '../../../shared/signatureRequest/readRequest';
import { changeRequest } from '../changeRequest';
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

const Parameters = z.object({ requestId: Uuid, ...outputShape });

/** `expires_at` exists in v3 only; the date of automatic deletion stays (interface.md 4.3). */
async function execute({ context, itemIndex, read }: Turn) {
	const { requestId, ...choice } = read(Parameters);
	const request = await changeRequest(context, {
		version: 'v3',
		requestId,
		itemIndex,
		call: {
			method: 'DELETE',
			path: pathOf(requestId, 'expires-at'),
			purpose: 'clearExpiry',
			repeatable: true,
		},
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
	done: 'changed',
	execute,
};
