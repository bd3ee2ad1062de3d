import { deleteAt } from '../../shared/client/callService';
import type { Endpoint } from '../../shared/client/call';
import { fields } from '../../shared/form/field';
import { noticeField } from '../../shared/form/fields';
import type { Operation } from '../../shared/execution/operation';
import { LOOK_FOR_FILE } from '../endpoints';
import { requestField } from '../requestForm';
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
	endpoints: [endpoint],
	done: 'removed',
	async execute({ context, read, callTo }) {
		const { requestId, attachmentId } = read(form);
		await deleteAt(context, callTo(endpoint, requestId, attachmentId));
		return { json: { deleted: true } };
	},
};
