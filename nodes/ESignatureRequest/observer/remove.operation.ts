import { isToolType } from 'n8n-workflow';

import { deleteAt } from '../../shared/client/callService';
import type { Endpoint } from '../../shared/client/call';
import type { Operation } from '../../shared/execution/operation';
import { addObserverEndpoint } from '../endpoints';
import { fields } from '../../shared/form/field';
import { requestField } from '../requestForm';
import { getObservers, listObservers, observerField } from './observer';

const form = fields(requestField, observerField);

const endpoint: Endpoint = {
	method: 'DELETE',
	path: '/signature-requests/{signatureRequest}/observers/{observer}',
	howToCheck: addObserverEndpoint.howToCheck,
};

export const operation: Operation = {
	option: {
		name: 'Remove',
		value: 'remove',
		action: 'Remove observer',
		description: "Revoke an observer's read access (V3)",
	},
	forAgents: "Remove an observer from a request. They can't read it afterwards",
	fields: form,
	versions: ['v3'],
	endpoints: [endpoint, getObservers],
	done: 'removed',
	async execute({ context, itemIndex, read, callTo }) {
		const { requestId, observerId } = read(form);
		await deleteAt(context, callTo(endpoint, requestId, observerId));
		const deleted = { deleted: true };
		if (!isToolType(context.getNode().type)) return { json: deleted };
		return {
			json: { ...deleted, observers: await listObservers(context, { requestId, itemIndex }) },
		};
	},
};
