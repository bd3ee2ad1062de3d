import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { LARGEST_DOCUMENT_BYTES } from '../../../shared/document/fileCheck';
import { downloadFile } from '../../../shared/document/download';
import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import { outputFileField } from '../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { RequiredText } from '../../../shared/operation/scalars.schema';
import { getRequest, readRequest } from '../../../shared/signatureRequest/readRequest';
import { requestFacts } from '../../../shared/signatureRequest/shownRequest';
import { requestField } from '../requestField';
import {
	attachmentField,
	AttachmentId,
	attachmentPlace,
	attachmentVersions,
} from './attachment.schema';

const option: Operation['option'] = {
	name: 'Download',
	value: 'download',
	action: 'Download attachment',
	description: 'Get the file that was attached to a request',
};

const fields: INodeProperties[] = [requestField, attachmentField, outputFileField('the file')];

const endpoint: Endpoint = {
	method: 'GET',
	path: '/signature-requests/{signatureRequest}/attachments/{attachment}/content',
};

const Parameters = z.object({
	...attachmentPlace,
	attachmentId: AttachmentId,
	binaryPropertyName: RequiredText,
});

/** Only the request knows the name of the file. */
async function execute({ context, itemIndex, read }: ItemContext) {
	const { apiVersion: version, requestId, attachmentId, binaryPropertyName } = read(Parameters);
	const request = await readRequest(context, { version, requestId, itemIndex });
	const known = request.attachments?.find((one) => one.attachment_id === attachmentId);
	const filename = known?.filename ?? attachmentId;
	const binary = await downloadFile(context, {
		call: { ...callTo(endpoint, requestId, attachmentId), version, itemIndex },
		about: { fileName: filename },
		expectedBytes: LARGEST_DOCUMENT_BYTES,
	});
	const { fileName } = binary;
	return {
		json: { ...requestFacts(request), attachment_id: attachmentId, filename, fileName },
		binary: { [binaryPropertyName]: binary },
	};
}

export const operation: Operation = {
	option,
	fields,
	versions: attachmentVersions,
	endpoints: [endpoint, getRequest],
	execute,
};
