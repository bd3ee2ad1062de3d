import {
	Document,
	simplifyDocument,
	uploadDocument,
	upload,
} from '../../shared/documents/documentCalls';
import {
	readSource,
	titleOf,
	base64SourceField,
	binarySourceField,
	sourceFields,
	sourceOptions,
	urlSourceField,
} from '../../shared/documents/source';
import { fields } from '../../shared/form/field';
import { optionsField, simplifyField, timeoutField } from '../../shared/form/fields';
import { omitEmpty } from '../../shared/network/json';
import { sendOnce } from '../../shared/execution/checkpoints';
import type { ItemContext, Operation } from '../../shared/execution/operation';
import { AccessList } from '../../shared/form/readers';

const option: Operation['option'] = {
	name: 'Upload',
	value: 'upload',
	action: 'Upload document',
	description: 'Store a PDF in Skribble to send it for signature later',
};

const form = fields(
	...sourceFields([sourceOptions.binary, sourceOptions.base64, sourceOptions.url]),
	binarySourceField,
	base64SourceField,
	urlSourceField,
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. Rental contract',
		description: 'Empty means the file name',
		forModel: 'Title of the document. Empty means the file name',
	},
	optionsField([
		{
			displayName: 'Read Access',
			name: 'readAccess',
			type: 'string',
			default: '',
			reader: AccessList,
			placeholder: 'e.g. ann@example.com, bob@example.com',
			description:
				'Email addresses of Skribble account holders who can read the document, separated by commas',
		},
		timeoutField,
		{
			displayName: 'Write Access',
			name: 'writeAccess',
			type: 'string',
			default: '',
			reader: AccessList,
			placeholder: 'e.g. ann@example.com, bob@example.com',
			description:
				'Email addresses of Skribble account holders who can manage the document, separated by commas',
		},
	]),
	simplifyField,
);

async function execute(item: ItemContext) {
	const { context, itemIndex, version } = item;
	const { source: kind, title, options, simplify } = item.read(form);
	const { readAccess, writeAccess, timeoutSeconds } = options;
	const source = await readSource(item, { source: kind });
	const about = omitEmpty({
		title: titleOf(item, title, source),
		read_access: readAccess,
		write_access: writeAccess,
	});
	const wanted = { version, about, source, timeoutSeconds, itemIndex };
	const document = await sendOnce(context, itemIndex, {
		what: 'this document',
		send: async () => await upload(context, wanted, Document),
	});
	return { json: simplify ? simplifyDocument(document) : document };
}

export const operation: Operation = {
	option,
	fields: form,
	endpoints: [uploadDocument],
	done: 'uploaded',
	execute,
};
