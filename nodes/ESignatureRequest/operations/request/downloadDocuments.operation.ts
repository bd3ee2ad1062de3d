import { NodeOperationError } from 'n8n-workflow';
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { getContent, getDocument } from '../../../shared/document/endpoints';
import { shortened } from '../../../shared/http/foreignText';
import { optionsField, outputFileField, timeoutField } from '../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import {
	ApiVersion,
	oneOf,
	RequiredText,
	TimeoutSeconds,
	Uuid,
} from '../../../shared/operation/scalars.schema';
import { getRequest, readRequest } from '../../../shared/signatureRequest/readRequest';
import { downloadDocumentsOf, inFields } from '../../../shared/signatureRequest/requestFiles';
import { progressOf, requestFacts } from '../../../shared/signatureRequest/shownRequest';
import type { SignatureRequest } from '../../../shared/signatureRequest/signatureRequest.schema';
import { requestField } from '../requestField';
import { shownDocuments } from '../shownDocuments';

const option: Operation['option'] = {
	name: 'Download Documents',
	value: 'downloadDocuments',
	action: 'Download documents of request',
	description: 'Get the PDFs of a request in one step, with the signatures made so far',
};

const forAgents = 'Download the present or signed documents of a request as files';

const fields: INodeProperties[] = [
	requestField,
	{
		displayName: 'Which State',
		name: 'state',
		type: 'options',
		default: 'current',
		options: [
			{
				name: 'As They Are Now',
				value: 'current',
				description: 'With the signatures made so far, also when some are missing',
			},
			{
				name: 'Signed by All',
				value: 'signed',
				description: 'Fails while a signature is missing',
			},
		],
		description: 'Whether to accept documents that not everyone has signed',
	},
	{
		displayName: 'Put Files Into',
		name: 'arrangement',
		type: 'options',
		default: 'items',
		options: [
			{ name: 'One Item per Document', value: 'items' },
			{
				name: 'One Item for All',
				value: 'fields',
				description: 'The second document goes into data_2, and so on',
			},
		],
		description: 'How several documents of a V3 request are put out',
	},
	outputFileField('the PDF'),
	optionsField([timeoutField]),
];

const Parameters = z.object({
	apiVersion: ApiVersion,
	requestId: Uuid,
	state: oneOf('current', 'signed'),
	arrangement: oneOf('items', 'fields'),
	binaryPropertyName: RequiredText,
	options: z.object({ timeoutSeconds: TimeoutSeconds.optional() }),
});

async function execute(item: ItemContext) {
	const { context, itemIndex } = item;
	const parameters = item.read(Parameters);
	const { apiVersion: version, requestId, binaryPropertyName: field } = parameters;
	const request = await readRequest(context, { version, requestId, itemIndex });
	if (parameters.state === 'signed') requireSigned(item, request);
	shownDocuments(item, request);

	const files = await downloadDocumentsOf(context, request, {
		version,
		timeoutSeconds: parameters.options.timeoutSeconds,
		itemIndex,
	});
	const about = requestFacts(request, files[0]?.documentId);
	const shown = files.map(({ file: { fileName }, ...rest }) => ({ ...rest, fileName }));
	if (parameters.arrangement === 'items') {
		return files.map(({ file }, index) => ({
			json: { ...about, ...shown[index] },
			binary: { [field]: file },
		}));
	}
	return {
		json: { ...about, documents: shown },
		binary: inFields(files, field),
	};
}

function requireSigned({ context, itemIndex }: ItemContext, request: SignatureRequest): void {
	const { status_overall: status = 'unknown' } = request;
	if (status.toUpperCase() === 'SIGNED') return;
	const { signed, total, nextSigners } = progressOf(request);
	const waiting =
		nextSigners.length > 0 ? ` It waits for ${shortened(nextSigners.join(', '))}.` : '';
	throw new NodeOperationError(
		context.getNode(),
		`The request is not signed by all: its state is ${shortened(status)}, with ${signed} of ${total} signatures`,
		{
			itemIndex,
			description:
				`${waiting} Run again when it is signed, or choose Which State: As They Are Now.`.trim(),
		},
	);
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	endpoints: [getContent, getDocument, getRequest],
	execute,
};
