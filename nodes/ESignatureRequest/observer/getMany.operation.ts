import { fields } from '../../shared/form/field';
import { limitField, returnAllField } from '../../shared/form/fields';
import type { Operation } from '../../shared/execution/operation';
import { requestField } from '../requestForm';
import { getObservers, listObservers } from './observer';

const form = fields(requestField, returnAllField, limitField);

export const operation: Operation = {
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many observers',
		description: 'List the observers of a request (V3)',
	},
	forAgents: "List the observers of a request: people who can read it and don't sign",
	fields: form,
	versions: ['v3'],
	endpoints: [getObservers],
	/** The service lists all observers in one answer. */
	async execute({ context, itemIndex, read }) {
		const { requestId, returnAll, limit } = read(form);
		const observers = await listObservers(context, { requestId, itemIndex });
		return observers.slice(0, returnAll ? undefined : limit).map((json) => ({ json }));
	},
};
