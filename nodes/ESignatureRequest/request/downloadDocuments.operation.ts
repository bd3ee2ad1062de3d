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
		name: 'state',
		type: 'options',
		default: 'current',
		options: [
			{
				name: 'No',
				value: 'current',
				description: 'To get the documents even if signatures are missing',
			},
			{
				name: 'Yes',
				value: 'signed',
				description: 'To fail while a signature is missing',
			},
		],
		description: 'The default returns the documents as they are',
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
		description: 'For V3 requests with several documents',
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
		const { requestId, state, arrangement, binaryPropertyName: field, ...rest } = item.read(form);
		const { failIfQualityNotMet, timeoutSeconds } = rest.options;
		const request = await readRequest(context, { version, requestId, itemIndex });
		if (state === 'signed') requireSigned(item, request);
		if (failIfQualityNotMet) requireQuality(item, request);
		shownDocuments(item, request);

		const asked = { version, timeoutSeconds, itemIndex };
		const files = await downloadDocumentsOf(context, request, asked);
		const about = requestFacts(request, files[0]?.documentId);
		const shown = files.map(({ file: { fileName }, ...rest }) => ({ ...rest, fileName }));
		if (arrangement === 'items') {
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

function requireSigned({ error }: ItemContext, request: SignatureRequest): void {
	const { status_overall: status = 'unknown' } = request;
	if (status.toUpperCase() === 'SIGNED') return;
	const { signed, total, nextSigners } = progressOf(request);
	const waiting =
		nextSigners.length > 0 ? ` It waits for ${shortened(nextSigners.join(', '))}.` : '';
	throw error(
		`The request is not signed by all: its state is ${shortened(status)}, with ${signed} of ${total} signatures`,
		`${waiting} Run again when it is signed, or choose Require All Signatures: No.`.trim(),
	);
}
