import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

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

export const attachmentField: INodeProperties = {
	displayName: 'Attachment',
	name: 'attachmentId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The attachment to work on',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose an attachment…',
			typeOptions: { searchListMethod: 'searchAttachments', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 7d1c2b7e-5a0f-4c55-9f0e-2a6b8d3c4e10',
		},
	],
};
