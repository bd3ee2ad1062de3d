import { z } from 'zod';

import { deleteAt } from '../../../shared/http/deletion';
import { noticeField } from '../../../shared/operation/fields';
import type { Operation, Turn } from '../../../shared/operation/operation';
import { pathOf } from '../../../shared/signatureRequest/readRequest';
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

const Parameters = z.object({ ...attachmentPlace, attachmentId: AttachmentId });

async function execute({ context, itemIndex, read }: Turn) {
	const { apiVersion: version, requestId, attachmentId } = read(Parameters);
	const path = pathOf(requestId, 'attachments', attachmentId);
	await deleteAt(context, { version, path, itemIndex });
	return { json: { deleted: true } };
}

export const removeAttachment: Operation = {
	option,
	forAgents,
	fields,
	versions: attachmentVersions,
	done: 'removed',
	execute,
};
