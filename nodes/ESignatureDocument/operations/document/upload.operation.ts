import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { Document, simplifyDocument } from '../../../shared/document/document.schema';
import { uploadDocument } from '../../../shared/document/endpoints';
import { readSource, titleOf } from '../../../shared/document/source';
import {
	base64SourceField,
	binarySourceField,
	sourceField,
	sourceOptions,
	urlSourceField,
} from '../../../shared/document/source.fields';
import { upload } from '../../../shared/document/upload';
import { optionsField, simplifyField, timeoutField } from '../../../shared/operation/fields';
import { omitEmpty } from '../../../shared/operation/omit';
import { sendOnce } from '../../../shared/operation/once';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import {
	AccessList,
	ApiVersion,
	Flag,
	oneOf,
	Text,
	TimeoutSeconds,
} from '../../../shared/operation/scalars.schema';

const option: Operation['option'] = {
	name: 'Upload',
	value: 'upload',
	action: 'Upload document',
	description: 'Store a PDF in the service, to be signed later',
};

const fields: INodeProperties[] = [
	sourceField([sourceOptions.binary, sourceOptions.base64, sourceOptions.url]),
	binarySourceField,
	base64SourceField,
	urlSourceField,
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. Contract.pdf',
		description: 'A short title, like a file name. Empty means the name of the file.',
	},
	optionsField([
		{
			displayName: 'Read Access',
			name: 'readAccess',
			type: 'string',
			default: '',
			placeholder: 'e.g. ann@example.com, bob@example.com',
			description: 'Email addresses of users who may read the document, separated by commas',
		},
		timeoutField,
		{
			displayName: 'Write Access',
			name: 'writeAccess',
			type: 'string',
			default: '',
			placeholder: 'e.g. ann@example.com, bob@example.com',
			description: 'Email addresses of users who may manage the document, separated by commas',
		},
	]),
	simplifyField,
];

const Parameters = z.object({
	apiVersion: ApiVersion,
	source: oneOf('binary', 'base64', 'url'),
	title: Text,
	options: z.object({
		readAccess: AccessList.optional(),
		writeAccess: AccessList.optional(),
		timeoutSeconds: TimeoutSeconds.optional(),
	}),
	simplify: Flag,
});

async function execute(item: ItemContext) {
	const { context, itemIndex } = item;
	const parameters = item.read(Parameters);
	const { readAccess, writeAccess, timeoutSeconds } = parameters.options;
	const source = await readSource(item, { source: parameters.source });
	const about = omitEmpty({
		title: titleOf(item, parameters.title, source),
		read_access: readAccess,
		write_access: writeAccess,
	});
	const wanted = { version: parameters.apiVersion, about, source, timeoutSeconds, itemIndex };
	const document = await sendOnce(context, itemIndex, {
		what: 'this document',
		send: async () => await upload(context, wanted, Document),
	});
	return { json: parameters.simplify ? simplifyDocument(document) : document };
}

export const operation: Operation = {
	option,
	fields,
	endpoints: [uploadDocument],
	done: 'uploaded',
	execute,
};
