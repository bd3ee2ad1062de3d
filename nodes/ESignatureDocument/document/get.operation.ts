import { aboutId, callForJson } from '../../shared/client/callService';
import { Document, simplifyDocument, getDocument } from '../../shared/documents/documentCalls';
import { callTo } from '../../shared/client/call';
import type { Call } from '../../shared/client/call';
import { fields } from '../../shared/form/field';
import { documentField, simplifyField } from '../../shared/form/fields';
import type { ItemContext, Operation } from '../../shared/execution/operation';

const option: Operation['option'] = {
	name: 'Get',
	value: 'get',
	action: 'Get document',
	description: 'Get the title, size, pages, and access of a document',
};

const form = fields(documentField, simplifyField);

async function execute({ context, itemIndex, version, read }: ItemContext) {
	const { documentId, simplify } = read(form);
	const call: Call = { ...callTo(getDocument, documentId), version, itemIndex };
	const document = await callForJson(context, call, aboutId(Document, documentId));
	return { json: simplify ? simplifyDocument(document) : document };
}

export const operation: Operation = { option, fields: form, endpoints: [getDocument], execute };
