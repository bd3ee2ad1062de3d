import { z } from 'zod';

import { deleteAt } from '../../../shared/http/deletion';
import type { Operation, Turn } from '../../../shared/operation/operation';
import { Uuid } from '../../../shared/operation/scalars.schema';
import { pathOf } from '../../../shared/signatureRequest/readRequest';
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

const Parameters = z.object({ requestId: Uuid, observerId: ObserverId });

async function execute({ context, itemIndex, read }: Turn) {
	const { requestId, observerId } = read(Parameters);
	const path = pathOf(requestId, 'observers', observerId);
	await deleteAt(context, { version: 'v3', path, itemIndex });
	return { json: { deleted: true } };
}

export const removeObserver: Operation = {
	option,
	forAgents,
	fields,
	versions: ['v3'],
	done: 'removed',
	execute,
};
