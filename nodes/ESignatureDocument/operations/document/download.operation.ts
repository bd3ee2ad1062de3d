import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { simplifyDocument } from '../../../shared/document/document.schema';
import { downloadDocument } from '../../../shared/document/downloadDocument';
import { getContent, getDocument } from '../../../shared/document/endpoints';
import {
	documentField,
	optionsField,
	outputFileField,
	timeoutField,
} from '../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import {
	ApiVersion,
	RequiredText,
	Text,
	TimeoutSeconds,
	Uuid,
} from '../../../shared/operation/scalars.schema';

const option: Operation['option'] = {
	name: 'Download',
	value: 'download',
	action: 'Download document',
	description: 'Get the PDF itself, signed if the ID is that of the signed document',
};

const fields: INodeProperties[] = [
	documentField,
	outputFileField('the PDF'),
	optionsField([
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. contract-signed.pdf',
			description: 'Name of the file. Empty means the title of the document.',
		},
		timeoutField,
	]),
];

const Parameters = z.object({
	apiVersion: ApiVersion,
	documentId: Uuid,
	binaryPropertyName: RequiredText,
	options: z.object({ fileName: Text.optional(), timeoutSeconds: TimeoutSeconds.optional() }),
});

async function execute({ context, itemIndex, read }: ItemContext) {
	const { apiVersion: version, documentId, binaryPropertyName, options } = read(Parameters);
	const { document, binary } = await downloadDocument(context, {
		version,
		documentId,
		...options,
		itemIndex,
	});
	return { json: simplifyDocument(document), binary: { [binaryPropertyName]: binary } };
}

export const operation: Operation = {
	option,
	fields,
	endpoints: [getContent, getDocument],
	execute,
};
