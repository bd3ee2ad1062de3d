import { Documents, simplifyDocument, listDocuments } from '../../shared/documents/documentCalls';
import { callTo } from '../../shared/client/call';
import type { Call } from '../../shared/client/call';
import { callForJson } from '../../shared/client/callService';
import { fields } from '../../shared/form/field';
import { limitField, returnAllField, simplifyField } from '../../shared/form/fields';
import type { ItemContext, Operation } from '../../shared/execution/operation';

const option: Operation['option'] = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many documents',
	description: 'List the documents that the API user can read',
};

const form = fields(returnAllField, limitField, simplifyField);

/** The service lists all documents in one answer and takes no parameters (interface.md 4.2). */
async function execute({ context, itemIndex, version, read }: ItemContext) {
	const { returnAll, limit, simplify } = read(form);
	const call: Call = { ...callTo(listDocuments), version, itemIndex };
	const documents = await callForJson(context, call, Documents);
	return documents
		.slice(0, returnAll ? undefined : limit)
		.map((document) => ({ json: simplify ? simplifyDocument(document) : document }));
}

export const operation: Operation = { option, fields: form, endpoints: [listDocuments], execute };
