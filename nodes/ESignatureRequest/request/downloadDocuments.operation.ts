import { getContent, getDocument } from '../../shared/documents/documentCalls';
import { shortened } from '../../shared/client/foreignText';
import { fields } from '../../shared/form/field';
import { optionsField, outputFileField, timeoutField } from '../../shared/form/fields';
import type { ItemContext, Operation } from '../../shared/execution/operation';
import { getRequest, readRequest } from '../../shared/requests/readRequest';
import { downloadDocumentsOf, inFields } from '../../shared/requests/requestFiles';
import { progressOf, requestFacts } from '../../shared/requests/shownRequest';
import type { SignatureRequest } from '../../shared/requests/signatureRequest.schema';
import { requestField } from '../requestForm';
import { shownDocuments } from '../shownDocuments';
import { qualityMetField, requireQuality } from './qualityMet';

const form = fields(
	requestField,
	{
		displayName: 'Require All Signatures',
		name: 'requireSigned',
		type: 'boolean',
		default: false,
		description: 'Whether to fail if a signature is missing',
	},
	{
		displayName: 'Output Files',
		name: 'arrangement',
		type: 'options',
		default: 'items',
		options: [
			{ name: 'One Item per Document', value: 'items' },
			{
				name: 'One Item for All',
				value: 'fields',
				description: 'To keep the files together. The second one goes into data_2, and so on.',
			},
		],
		displayOptions: { show: { apiVersion: ['v3'] } },
		description: 'How to return several documents',
	},
	outputFileField('the PDF'),
	optionsField([qualityMetField, timeoutField]),
);

export const operation: Operation = {
	option: {
		name: 'Download Documents',
		value: 'downloadDocuments',
		action: 'Download documents of request',
		description: 'Download the PDFs of a request with the signatures made so far',
	},
	forAgents:
		'Get the documents of a request with the signatures made so far, by the IDs that other tools need. You get no files',
	fields: form,
	endpoints: [getContent, getDocument, getRequest],
	async execute(item) {
		const { context, itemIndex, version } = item;
		const { requestId, requireSigned, arrangement, ...output } = item.read(form);
		const { binaryPropertyName: field, options } = output;
		const { failIfQualityNotMet, timeoutSeconds } = options;
		const request = await readRequest(context, { version, requestId, itemIndex });
		if (requireSigned) checkSigned(item, request);
		if (failIfQualityNotMet) requireQuality(item, request);
		shownDocuments(item, request);

		const asked = { version, timeoutSeconds, itemIndex };
		const files = await downloadDocumentsOf(context, request, asked);
		const about = requestFacts(request, files[0]?.documentId);
		const shown = files.map(({ file: { fileName }, ...rest }) => ({ ...rest, fileName }));
		if (arrangement !== 'fields') {
			return files.map(({ file }, index) => ({
				json: { ...about, ...shown[index] },
				binary: { [field]: file },
			}));
		}
		return {
			json: { ...about, documents: shown },
			binary: inFields(files, field),
		};
	},
};

function checkSigned({ error }: ItemContext, request: SignatureRequest): void {
	const { status_overall: status = 'unknown' } = request;
	if (status.toUpperCase() === 'SIGNED') return;
	const { signed, total, nextSigners } = progressOf(request);
	const waiting =
		nextSigners.length > 0 ? ` It waits for ${shortened(nextSigners.join(', '))}.` : '';
	throw error(
		`${total - signed} of ${total} signatures are missing: the request is ${shortened(status)}`,
		`${waiting} Try again later, or switch Require All Signatures off.`.trim(),
	);
}
