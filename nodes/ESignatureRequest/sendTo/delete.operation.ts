import { deleteAt } from '../../shared/client/callService';
import type { Endpoint } from '../../shared/client/call';
import { noticeField } from '../../shared/form/fields';
import type { Operation } from '../../shared/execution/operation';
import { sendToCall, sendToFields, sendToRefusals, where } from './sendTo';

const fields = [
	noticeField("You can't restore the document or its signature request."),
	...sendToFields,
];

const endpoint: Endpoint = {
	method: 'DELETE',
	path: '/sendto/{id}',
	needsNoToken: true,
	howToCheck:
		"Check with Send-To: Track of the E-Signature Request node. If Skribble doesn't find the document, it is deleted.",
	refusals: sendToRefusals,
};

export const operation: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete Send-To document',
		description: "Delete a sent document and its signature request. You can't restore them.",
	},
	forAgents: "Delete a sent document and its signature request for good. This can't be undone",
	fields,
	...where,
	endpoints: [endpoint],
	done: 'deleted',
	async execute(item) {
		await deleteAt(item.context, sendToCall(item, endpoint, item.read(sendToFields)));
		return { json: { deleted: true } };
	},
};
