import { z } from 'zod/v3';

import { deleteAt } from '../../../shared/http/deletion';
import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { Uuid } from '../../../shared/operation/scalars.schema';
import { addObserverEndpoint } from '../endpoints';
import { requestField } from '../requestField';
import { observerField, ObserverId } from './observer.schema';

const option: Operation['option'] = {
	name: 'Remove',
	value: 'remove',
	action: 'Remove observer',
	description: 'End the read access of an observer (V3)',
};

const forAgents = 'Remove an observer from a request, who then can no longer read it';

const fields = [requestField, observerField];

const endpoint: Endpoint = {
	method: 'DELETE',
	path: '/signature-requests/{signatureRequest}/observers/{observer}',
	lostAnswer: addObserverEndpoint.lostAnswer,
};

const Parameters = z.object({ requestId: Uuid, observerId: ObserverId });

async function execute({ context, itemIndex, read }: ItemContext) {
	const { requestId, observerId } = read(Parameters);
	const call = callTo(endpoint, requestId, observerId);
	await deleteAt(context, { ...call, version: 'v3', itemIndex });
	return { json: { deleted: true } };
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	versions: ['v3'],
	endpoints: [endpoint],
	done: 'removed',
	execute,
};
