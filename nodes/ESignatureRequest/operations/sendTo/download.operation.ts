import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { downloadPdf } from '../../../shared/document/download';
import type { Endpoint } from '../../../shared/http/endpoint';
import { optionsField, outputFileField, timeoutField } from '../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { RequiredText, Text, TimeoutSeconds } from '../../../shared/operation/scalars.schema';
import { sendToCall, sendToFields, sendToRefusals, sendToShape, where } from './sendTo';

const option: Operation['option'] = {
	name: 'Download',
	value: 'download',
	action: 'Download Send-To document',
	description: 'Get the PDF of a sent document with the signatures that it has so far',
};

const fields: INodeProperties[] = [
	...sendToFields,
	outputFileField('the PDF'),
	optionsField([
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. contract-signed.pdf',
			description: 'Name of the file. Empty means send-to and the ID.',
		},
		timeoutField,
	]),
];

const endpoint: Endpoint = {
	method: 'GET',
	path: '/sendto/{id}/download',
	needsNoToken: true,
	refusals: sendToRefusals,
};

const Parameters = z.object({
	...sendToShape,
	binaryPropertyName: RequiredText,
	options: z.object({ fileName: Text.optional(), timeoutSeconds: TimeoutSeconds.optional() }),
});

async function execute({ context, itemIndex, read }: ItemContext) {
	const { binaryPropertyName, options, ...parameters } = read(Parameters);
	const { sendToId: id } = parameters;
	const { fileName, timeoutSeconds } = options;
	const binary = await downloadPdf(context, {
		call: { ...sendToCall(endpoint, parameters), timeoutSeconds, itemIndex },
		about: { fileName: fileName || `send-to-${id}` },
	});
	return { json: { id }, binary: { [binaryPropertyName]: binary } };
}

export const operation: Operation = { option, fields, ...where, endpoints: [endpoint], execute };
