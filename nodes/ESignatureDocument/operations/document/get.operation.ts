import { z } from 'zod/v3';

import { aboutId } from '../../../shared/answer/aboutId';
import { Document, simplifyDocument } from '../../../shared/document/document.schema';
import { getDocument } from '../../../shared/document/endpoints';
import type { Call } from '../../../shared/http/call';
import { callTo } from '../../../shared/http/endpoint';
import { callForJson } from '../../../shared/http/transport';
import { documentField, simplifyField } from '../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { ApiVersion, Flag, Uuid } from '../../../shared/operation/scalars.schema';

const option: Operation['option'] = {
	name: 'Get',
	value: 'get',
	action: 'Get document',
	description: 'Read title, size, pages and access of a document, without its content',
};

const fields = [documentField, simplifyField];

const Parameters = z.object({ apiVersion: ApiVersion, documentId: Uuid, simplify: Flag });

async function execute({ context, itemIndex, read }: ItemContext) {
	const { apiVersion, documentId, simplify } = read(Parameters);
	const call: Call = { ...callTo(getDocument, documentId), version: apiVersion, itemIndex };
	const document = await callForJson(context, call, aboutId(Document, documentId));
	return { json: simplify ? simplifyDocument(document) : document };
}

export const operation: Operation = { option, fields, endpoints: [getDocument], execute };
