import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v3';

import { pickerField } from '../../shared/form/fields';
import { textThat } from '../../shared/form/readers';
import { aboutId } from '../../shared/client/callService';
import { parseJson } from '../../shared/network/json';
import { answerObject } from '../../shared/client/answerSchema';
import type { SignatureRequest } from '../../shared/requests/signatureRequest.schema';

/** Attachments came with v2 (interface.md part 9). */
export const attachmentVersions = ['v2', 'v3'] as const;

export const attachmentField = pickerField({
	displayName: 'Attachment',
	name: 'attachmentId',
	description: 'Choose it from the list, or enter its ID',
	search: 'searchAttachments',
	what: 'an attachment',
	example: '7d1c2b7e-5a0f-4c55-9f0e-2a6b8d3c4e10',
	forModel: 'ID of the attachment',
	reader: textThat(
		(id) => /^[\w-]+$/.test(id),
		"isn't the ID of an attachment\nGet shows it as attachment_id.",
	),
});

const Attachment = answerObject({ attachment_id: z.string() });
const WithAttachments = answerObject({ attachments: z.array(Attachment) });

export interface AttachmentAddition {
	filename: string;
	requestId: string;
	/** Of the attachments that the request had already; undefined where that is not known. */
	idsBefore?: readonly string[];
}

/** Adding is answered with the attachment, with its request, or with nothing (interface.md part 10). */
export function addedIn(body: string, facts: AttachmentAddition): IDataObject | undefined {
	const answer = parseJson(body);
	const alone = Attachment.safeParse(answer);
	if (alone.success) return alone.data;
	const whole = aboutId(WithAttachments, facts.requestId).safeParse(answer);
	return whole.success ? addedAmong(whole.data.attachments, facts) : undefined;
}

/** The one that was not there before; where several are new, the last of that name. */
export function addedAmong(
	attachments: NonNullable<SignatureRequest['attachments']>,
	{ filename, idsBefore }: AttachmentAddition,
): IDataObject | undefined {
	const added = attachments.filter(({ attachment_id: id }) => !idsBefore?.includes(id));
	if (idsBefore && added.length === 1) return added[0];
	return added.filter((one) => one.filename === filename).pop();
}
