import { z } from 'zod/v3';

import { Documents, simplifyDocument } from '../../../shared/document/document.schema';
import { listDocuments } from '../../../shared/document/endpoints';
import type { Call } from '../../../shared/http/call';
import { callTo } from '../../../shared/http/endpoint';
import { callForJson } from '../../../shared/http/transport';
import { limitField, returnAllField, simplifyField } from '../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { ApiVersion, Count, Flag } from '../../../shared/operation/scalars.schema';

const option: Operation['option'] = {
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many documents',
	description: 'List the documents that the API user may read',
};

const fields = [returnAllField, limitField, simplifyField];

const Parameters = z.object({
	apiVersion: ApiVersion,
	returnAll: Flag,
	limit: Count.optional(),
	simplify: Flag,
});

/** The service lists all documents in one answer and takes no parameters (interface.md 4.2). */
async function execute({ context, itemIndex, read }: ItemContext) {
	const { apiVersion, returnAll, limit, simplify } = read(Parameters);
	const call: Call = { ...callTo(listDocuments), version: apiVersion, itemIndex };
	const documents = await callForJson(context, call, Documents);
	return documents
		.slice(0, returnAll ? undefined : limit)
		.map((document) => ({ json: simplify ? simplifyDocument(document) : document }));
}

export const operation: Operation = { option, fields, endpoints: [listDocuments], execute };
