import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { isAbout } from '../../../shared/answer/aboutId';
import { downloadPdf } from '../../../shared/document/download';
import { safeFileName } from '../../../shared/document/fileName';
import type { Call } from '../../../shared/http/call';
import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import { unexpectedAnswerFailure } from '../../../shared/http/failure';
import { callForJson, callService } from '../../../shared/http/transport';
import { HTML, mediaTypeOf } from '../../../shared/network/contentType';
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
	description: 'The audit report of a request: who did what and when',
};

const forAgents =
	'Get the audit report of a request, who did what and when, as PDF, web page or data';

const asFile = { displayOptions: { show: { format: ['html', 'pdf'] } } };

const fields: INodeProperties[] = [
	requestField,
	{
		displayName: 'Format',
		name: 'format',
		type: 'options',
		default: 'pdf',
		options: [
			{ name: 'HTML', value: 'html', description: 'As a web page, to show' },
			{ name: 'JSON', value: 'json', description: 'As data, to work with' },
			{ name: 'PDF', value: 'pdf', description: 'As a file, to keep' },
		],
		description: 'Format of the report',
	},
	outputFileField('the file', asFile),
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. contract-audit-report.pdf',
		...asFile,
		description: 'Name of the file. Empty means report and the ID of the request.',
	},
];

const endpoint: Endpoint = { method: 'GET', path: '/signature-requests/{signatureRequest}/report' };

const Parameters = z.object({
	apiVersion: ApiVersion,
	requestId: Uuid,
	format: oneOf('pdf', 'json', 'html'),
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
		const data = await callForJson(context, { ...call, query: { type: 'JSON' } }, ofRequest);
		return { json: { id: requestId, ...data } };
	}
	const { binaryPropertyName, fileName: typed } = read(AsFile);
	const fileName = typed || `report-${requestId}`;
	const binary =
		format === 'html'
			? await pageOf(context, call, fileName)
			: await downloadPdf(context, {
					call: { ...call, query: { type: 'PDF' } },
					about: { fileName },
				});
	const json = { id: requestId, fileName: binary.fileName };
	return { json, binary: { [binaryPropertyName]: binary } };
}

/** Read as text, because it may show callback addresses: what proves them is hidden then. */
async function pageOf(context: IExecuteFunctions, report: Call, fileName: string) {
	const call: Call = { ...report, accept: HTML, query: { type: 'HTML' } };
	const { headers, body } = await callService(context, call);
	if (mediaTypeOf(headers) !== HTML) throw unexpectedAnswerFailure(context, call);
	const bytes = Buffer.from(String(body));
	return await context.helpers.prepareBinaryData(bytes, safeFileName(fileName, '.html'), HTML);
}

export const operation: Operation = { option, forAgents, fields, endpoints: [endpoint], execute };
