import { LARGEST_DOCUMENT_BYTES } from '../../shared/documents/document';
import { downloadFile } from '../../shared/documents/download';
import type { Endpoint } from '../../shared/client/call';
import { fields } from '../../shared/form/field';
import { outputFileField } from '../../shared/form/fields';
import type { Operation } from '../../shared/execution/operation';
import { getRequest, readRequest } from '../../shared/requests/readRequest';
import { requestFacts } from '../../shared/requests/shownRequest';
import { requestField } from '../requestForm';
import { attachmentField, attachmentVersions } from './attachment';

const form = fields(requestField, attachmentField, outputFileField('the file'));

const endpoint: Endpoint = {
	method: 'GET',
	path: '/signature-requests/{signatureRequest}/attachments/{attachment}/content',
};

export const operation: Operation = {
	option: {
		name: 'Download',
		value: 'download',
		action: 'Download attachment',
		description: 'Download a file that is attached to a request',
	},
	forAgents: 'Get the name of an attachment, and its text if it is a text file',
	fields: form,
	versions: attachmentVersions,
	endpoints: [endpoint, getRequest],
	/** Only the request knows the name of the file. */
	async execute({ context, itemIndex, version, read, callTo }) {
		const { requestId, attachmentId, binaryPropertyName } = read(form);
		const request = await readRequest(context, { version, requestId, itemIndex });
		const known = request.attachments?.find((one) => one.attachment_id === attachmentId);
		const filename = known?.filename ?? attachmentId;
		const binary = await downloadFile(context, {
			call: callTo(endpoint, requestId, attachmentId),
			about: { fileName: filename },
			expectedBytes: LARGEST_DOCUMENT_BYTES,
		});
		const { fileName } = binary;
		return {
			json: { ...requestFacts(request), attachment_id: attachmentId, filename, fileName },
			binary: { [binaryPropertyName]: binary },
		};
	},
};
