import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { isAbout } from '../../../shared/answer/aboutId';
import { downloadPdf } from '../../../shared/document/download';
import type { Call } from '../../../shared/http/call';
import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import { callForJson } from '../../../shared/http/transport';
import { outputFileField } from '../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import {
	ApiVersion,
	oneOf,
	RequiredText,
	Text,
	Uuid,
} from '../../../shared/operation/scalars.schema';
import { requestField } from '../requestField';

const option: Operation['option'] = {
	name: 'Get Report',
	value: 'getReport',
	action: 'Get report of request',
	description: 'The protocol of everything that happened to a request',
};

const forAgents = 'Get the protocol of a request, who did what and when, as PDF or data';

const fields: INodeProperties[] = [
	requestField,
	{
		displayName: 'Format',
		name: 'format',
		type: 'options',
		default: 'pdf',
		options: [
			{ name: 'JSON', value: 'json', description: 'As data, to work with' },
			{ name: 'PDF', value: 'pdf', description: 'As a file, to keep' },
		],
	},
	outputFileField('the PDF', { displayOptions: { show: { format: ['pdf'] } } }),
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. contract-protocol.pdf',
		displayOptions: { show: { format: ['pdf'] } },
		description: 'Name of the file. Empty means report and the ID of the request.',
	},
];

const endpoint: Endpoint = { method: 'GET', path: '/signature-requests/{id}/report' };

const Parameters = z.object({
	apiVersion: ApiVersion,
	requestId: Uuid,
	format: oneOf('pdf', 'json'),
});
const AsFile = z.object({ binaryPropertyName: RequiredText, fileName: Text });

const Report = z
	.union([z.record(z.unknown()), z.array(z.unknown()).transform((events) => ({ events }))])
	.transform((report) => report as IDataObject);

async function execute({ context, itemIndex, read }: ItemContext) {
	const { apiVersion: version, requestId, format } = read(Parameters);
	const call: Call = { ...callTo(endpoint, requestId), version, itemIndex };
	if (format === 'json') {
		const ofRequest = Report.refine(({ header }) =>
			isAbout(header, requestId, 'signatureRequestID'),
		);
		return { json: await callForJson(context, { ...call, query: { type: 'JSON' } }, ofRequest) };
	}
	const { binaryPropertyName, fileName } = read(AsFile);
	const binary = await downloadPdf(context, {
		call: { ...call, query: { type: 'PDF' } },
		about: { fileName: fileName || `report-${requestId}` },
	});
	return { json: { requestId }, binary: { [binaryPropertyName]: binary } };
}

export const operation: Operation = { option, forAgents, fields, endpoints: [endpoint], execute };
