import { NodeOperationError } from 'n8n-workflow';
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { bodyWithContent, fileFromBinary } from '../../../shared/document/document';
import type { Call } from '../../../shared/http/call';
import { callForJson } from '../../../shared/http/transport';
import { optionsField, timeoutField } from '../../../shared/operation/fields';
import { sendOnce } from '../../../shared/operation/once';
import type { Operation, Turn } from '../../../shared/operation/operation';
import { answerObject, BinaryField, Count, Text } from '../../../shared/operation/scalars.schema';
import { pathOf } from '../../../shared/signatureRequest/readRequest';
import { requestField } from '../requestField';
import { attachmentPlace, attachmentVersions } from './attachment.schema';

const option: Operation['option'] = {
	name: 'Add',
	value: 'add',
	action: 'Add a file to a request as an attachment, which is read but not signed',
	description: 'Attach a file that signers can read but do not sign',
};

const fields: INodeProperties[] = [
	requestField,
	{
		displayName: 'Input Binary Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		hint: 'The name of the input field that contains the file',
	},
	optionsField([
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. terms.pdf',
			description: 'Name that signers see. Empty means the name of the file.',
		},
		timeoutField,
	]),
];

const Parameters = z.object({
	...attachmentPlace,
	binaryPropertyName: BinaryField,
	options: z.object({ fileName: Text.optional(), timeoutSeconds: Count.optional() }),
});

const Attachment = answerObject({ attachment_id: z.string() });

async function execute(turn: Turn) {
	const { context, itemIndex } = turn;
	const { apiVersion: version, requestId, binaryPropertyName, options } = turn.read(Parameters);
	const file = await fileFromBinary(turn, binaryPropertyName);
	const filename = options.fileName || file.fileName;
	if (!filename) throw noName(turn);

	const body = bodyWithContent({ filename, content_type: file.mediaType }, file);
	const call: Call = {
		version,
		method: 'POST',
		path: pathOf(requestId, 'attachments'),
		body,
		timeoutSeconds: options.timeoutSeconds,
		itemIndex,
	};
	const json = await sendOnce(context, itemIndex, {
		what: 'this attachment',
		send: async () => await callForJson(context, call, Attachment),
	});
	return { json };
}

function noName({ context, itemIndex }: Turn): NodeOperationError {
	return new NodeOperationError(context.getNode(), 'File Name is empty', {
		itemIndex,
		description: 'The file has no name of its own. Add the option File Name. Nothing was sent.',
	});
}

export const addAttachment: Operation = { option, fields, versions: attachmentVersions, execute };
