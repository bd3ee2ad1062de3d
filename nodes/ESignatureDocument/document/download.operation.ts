import {
	simplifyDocument,
	downloadDocument,
	getContent,
	getDocument,
} from '../../shared/documents/documentCalls';
import { fields } from '../../shared/form/field';
import {
	documentField,
	optionsField,
	outputFileField,
	timeoutField,
} from '../../shared/form/fields';
import type { ItemContext, Operation } from '../../shared/execution/operation';

const option: Operation['option'] = {
	name: 'Download',
	value: 'download',
	action: 'Download document',
	description: 'Download a PDF. For the signed version, use the ID of the signed document.',
};

const form = fields(
	documentField,
	outputFileField('the PDF'),
	optionsField([
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. contract-signed.pdf',
			description: "Empty means the document's title",
		},
		timeoutField,
	]),
);

async function execute({ context, itemIndex, version, read }: ItemContext) {
	const { documentId, binaryPropertyName, options } = read(form);
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
	forAgents: 'Look up the title, size, and type of a document. You get no file',
	fields: form,
	endpoints: [getContent, getDocument],
	execute,
};
