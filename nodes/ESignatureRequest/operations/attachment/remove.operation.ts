import { z } from 'zod/v3';

import { deleteAt } from '../../../shared/http/deletion';
import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import { noticeField } from '../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { LOOK_FOR_FILE } from '../endpoints';
import { requestField } from '../requestField';
import {
	attachmentField,
	AttachmentId,
	attachmentPlace,
	attachmentVersions,
} from './attachment.schema';

const option: Operation['option'] = {
	name: 'Remove',
	value: 'remove',
	action: 'Remove attachment',
	description: 'Take a file away from a request',
};

const forAgents = 'Remove an attachment from a request; this cannot be undone';

const fields = [
	noticeField('A removed attachment is gone for good.'),
	requestField,
	attachmentField,
];

const endpoint: Endpoint = {
	method: 'DELETE',
	path: '/signature-requests/{signatureRequest}/attachments/{attachment}',
	lostAnswer: LOOK_FOR_FILE,
};

const Parameters = z.object({ ...attachmentPlace, attachmentId: AttachmentId });

async function execute({ context, itemIndex, read }: ItemContext) {
	const { apiVersion: version, requestId, attachmentId } = read(Parameters);
	const call = callTo(endpoint, requestId, attachmentId);
	await deleteAt(context, { ...call, version, itemIndex });
	return { json: { deleted: true } };
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	versions: attachmentVersions,
	endpoints: [endpoint],
	done: 'removed',
	execute,
};
