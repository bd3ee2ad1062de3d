import { z } from 'zod/v3';

import { deleteAt } from '../../../shared/http/deletion';
import type { Endpoint } from '../../../shared/http/endpoint';
import { noticeField } from '../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { sendToCall, sendToFields, sendToRefusals, sendToShape, where } from './sendTo';

const option: Operation['option'] = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete Send-To document',
	description: 'Remove a sent document and its signature request; this cannot be undone',
};

const forAgents =
	'Delete a sent document and its signature request for good; this cannot be undone';

const fields = [
	noticeField('The document and its signature request are gone for good.'),
	...sendToFields,
];

const endpoint: Endpoint = {
	method: 'DELETE',
	path: '/sendto/{id}',
	needsNoToken: true,
	lostAnswer:
		'Look with Send-To: Track of the E-Signature Request node: if the service does not know the document any more, it is deleted.',
	refusals: sendToRefusals,
};

const Parameters = z.object(sendToShape);

async function execute({ context, itemIndex, read }: ItemContext) {
	await deleteAt(context, { ...sendToCall(endpoint, read(Parameters)), itemIndex });
	return { json: { deleted: true } };
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	...where,
	endpoints: [endpoint],
	done: 'deleted',
	execute,
};
