import type { IExecuteFunctions } from 'n8n-workflow';

import { callService } from '../../shared/client/callService';
import { downloadPdf } from '../../shared/documents/download';
import { safeFileName } from '../../shared/documents/fileName';
import type { Call } from '../../shared/client/call';
import { unexpectedAnswerError } from '../../shared/client/errors';
import { HTML, mediaTypeOf } from '../../shared/network/answer';
import { fields } from '../../shared/form/field';
import { outputFileField } from '../../shared/form/fields';
import type { Operation } from '../../shared/execution/operation';
import { getReport, readReport } from '../../shared/requests/auditReport';
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
		forModel: { words: "Data, a page, or a file that you can't read", usual: 'json' },
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

export const operation: Operation = {
	option: {
		name: 'Get Report',
		value: 'getReport',
		action: 'Get report of request',
		description: 'Get the audit report of a request, for archives and auditors',
	},
	forAgents: 'Get the audit report of a request, with every step, person, and time',
	fields: form,
	endpoints: [getReport],
	async execute({ context, itemIndex, version, read, callTo }) {
		const { requestId, format, binaryPropertyName, fileName: typed } = read(form);
		if (format === 'json') {
			const data = await readReport(context, requestId, { version, itemIndex });
			return { json: { id: requestId, ...data } };
		}
		const call = callTo(getReport, requestId);
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
