import { deleteAt } from '../../shared/client/callService';
import type { Endpoint } from '../../shared/client/call';
import { fields } from '../../shared/form/field';
import { noticeField } from '../../shared/form/fields';
import type { Operation } from '../../shared/execution/operation';
import { LOOK_FOR_FILE } from '../endpoints';
import { getRequest } from '../../shared/requests/readRequest';
import { requestField } from '../requestForm';
import { deletedFrom } from '../whatIsLeft';
import { attachmentField, attachmentVersions } from './attachment';

const form = fields(
	noticeField("You can't restore a removed attachment."),
	requestField,
	attachmentField,
);

const endpoint: Endpoint = {
	method: 'DELETE',
	path: '/signature-requests/{signatureRequest}/attachments/{attachment}',
	howToCheck: LOOK_FOR_FILE,
};

export const operation: Operation = {
	option: {
		name: 'Remove',
		value: 'remove',
		action: 'Remove attachment',
		description: "Remove a file that signers read but don't sign",
	},
	forAgents: "Remove an attachment from a request. This can't be undone",
	fields: form,
	versions: attachmentVersions,
	endpoints: [endpoint, getRequest],
	done: 'removed',
	async execute(item) {
		const { requestId, attachmentId } = item.read(form);
		await deleteAt(item.context, item.callTo(endpoint, requestId, attachmentId));
		return { json: await deletedFrom(item, { requestId, done: 'The attachment was removed' }) };
	},
};
