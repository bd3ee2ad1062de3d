import { z } from 'zod/v3';

import { pickerField } from '../../../shared/operation/fields';
import { RequiredText, Uuid } from '../../../shared/operation/scalars.schema';

/** Attachments came with v2 (interface.md part 9). */
export const attachmentVersions = ['v2', 'v3'] as const;

const VersionWithAttachments = z.enum(attachmentVersions, {
	errorMap: () => ({ message: 'must be v2 or v3: v1 has no attachments' }),
});

export const attachmentPlace = { apiVersion: VersionWithAttachments, requestId: Uuid };

export const AttachmentId = RequiredText.regex(
	/^[\w-]+$/,
	'is not an id of an attachment; Get shows it as attachment_id',
);

export const attachmentField = pickerField({
	displayName: 'Attachment',
	name: 'attachmentId',
	description: 'The attachment to work on',
	search: 'searchAttachments',
	what: 'an attachment',
	example: '7d1c2b7e-5a0f-4c55-9f0e-2a6b8d3c4e10',
});
