import { z } from 'zod/v3';

import { limitField, returnAllField } from '../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { Count, Flag, Uuid } from '../../../shared/operation/scalars.schema';
import { requestField } from '../requestField';
import { getObservers, listObservers } from './observer.schema';

const option: Operation['option'] = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many observers',
	description: 'List who may read along (V3)',
};

const fields = [requestField, returnAllField, limitField];

const Parameters = z.object({ requestId: Uuid, returnAll: Flag, limit: Count.optional() });

/** The service lists all observers in one answer. */
async function execute({ context, itemIndex, read }: ItemContext) {
	const { requestId, returnAll, limit } = read(Parameters);
	const observers = await listObservers(context, { requestId, itemIndex });
	return observers.slice(0, returnAll ? undefined : limit).map((json) => ({ json }));
}

export const operation: Operation = {
	option,
	fields,
	versions: ['v3'],
	endpoints: [getObservers],
	execute,
};
