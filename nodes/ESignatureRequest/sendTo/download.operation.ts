import { downloadPdf } from '../../shared/documents/download';
import type { Endpoint } from '../../shared/client/call';
import { fields } from '../../shared/form/field';
import { optionsField, outputFileField, timeoutField } from '../../shared/form/fields';
import type { Operation } from '../../shared/execution/operation';
import { sendToCall, sendToFields, sendToRefusals, where } from './sendTo';

const form = fields(
	...sendToFields,
	outputFileField('the PDF'),
	optionsField([
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. contract-signed.pdf',
			description: 'Empty means send-to and the ID',
		},
		timeoutField,
	]),
);

const endpoint: Endpoint = {
	method: 'GET',
	path: '/sendto/{id}/download',
	needsNoToken: true,
	refusals: sendToRefusals,
};

export const operation: Operation = {
	option: {
		name: 'Download',
		value: 'download',
		action: 'Download Send-To document',
		description: 'Download a sent document with the signatures made so far',
	},
	forAgents: 'Check that a sent document can be downloaded. You get no file',
	fields: form,
	...where,
	endpoints: [endpoint],
	async execute(item) {
		const { binaryPropertyName, options, ...parameters } = item.read(form);
		const { sendToId: id } = parameters;
		const { fileName, timeoutSeconds } = options;
		const binary = await downloadPdf(item.context, {
			call: { ...sendToCall(item, endpoint, parameters), timeoutSeconds },
			about: { fileName: fileName || `send-to-${id}` },
		});
		return { json: { id }, binary: { [binaryPropertyName]: binary } };
	},
};
