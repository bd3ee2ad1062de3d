import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';

import { callForJson, callService, isAbout } from '../../shared/client/callService';
import { downloadPdf } from '../../shared/documents/download';
import { safeFileName } from '../../shared/documents/fileName';
import type { Call, Endpoint } from '../../shared/client/call';
import { unexpectedAnswerError } from '../../shared/client/errors';
import { HTML, mediaTypeOf } from '../../shared/network/answer';
import { fields } from '../../shared/form/field';
import { outputFileField } from '../../shared/form/fields';
import type { Operation } from '../../shared/execution/operation';
import { requestField } from '../requestForm';

const asFile = { displayOptions: { show: { format: ['html', 'pdf'] } } };

const form = fields(
	requestField,
	{
		displayName: 'Format',
		name: 'format',
		type: 'options',
		default: 'pdf',
		options: [
			{ name: 'HTML', value: 'html', description: 'To show it as a web page' },
			{ name: 'JSON', value: 'json', description: 'To use the data in the workflow' },
			{ name: 'PDF', value: 'pdf', description: 'To keep it as a file' },
		],
		description: 'PDF and HTML are files, JSON is data in the item',
	},
	outputFileField('the file', asFile),
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. contract-audit-report.pdf',
		...asFile,
		description: "Empty means report and the request's ID",
	},
);

const endpoint: Endpoint = { method: 'GET', path: '/signature-requests/{signatureRequest}/report' };

const Report = z
	.union([z.record(z.unknown()), z.array(z.unknown()).transform((events) => ({ events }))])
	.transform((report) => report as IDataObject);

export const operation: Operation = {
	option: {
		name: 'Get Report',
		value: 'getReport',
		action: 'Get report of request',
		description: 'Get the audit report of a request, for archives and auditors',
	},
	forAgents:
		'Get the audit report of a request, with every step, person, and time, as PDF, HTML, or JSON',
	fields: form,
	endpoints: [endpoint],
	async execute({ context, read, callTo }) {
		const { requestId, format, binaryPropertyName, fileName: typed } = read(form);
		const call = callTo(endpoint, requestId);
		if (format === 'json') {
			const ofRequest = Report.refine(({ header }) =>
				isAbout(header, requestId, 'signatureRequestID'),
			);
			const data = await callForJson(context, { ...call, query: { type: 'JSON' } }, ofRequest);
			return { json: { id: requestId, ...data } };
		}
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
	},
};

/** Read as text, because it may show callback addresses: what proves them is hidden then. */
async function pageOf(context: IExecuteFunctions, report: Call, fileName: string) {
	const call: Call = { ...report, accept: HTML, query: { type: 'HTML' } };
	const { headers, body } = await callService(context, call);
	if (mediaTypeOf(headers) !== HTML) throw unexpectedAnswerError(context, call);
	const bytes = Buffer.from(String(body));
	return await context.helpers.prepareBinaryData(bytes, safeFileName(fileName, '.html'), HTML);
}
