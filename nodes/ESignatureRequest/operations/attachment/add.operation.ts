import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { readRules } from '../../../shared/account/account';
import type { Rules } from '../../../shared/account/dialect';
import { fileFromBinary } from '../../../shared/document/document';
import { inputFileHint } from '../../../shared/document/source.fields';
import { bodyWithContent } from '../../../shared/document/pdf';
import type { Call } from '../../../shared/http/call';
import { callTo } from '../../../shared/http/endpoint';
import { callService } from '../../../shared/http/transport';
import { optionsField, timeoutField } from '../../../shared/operation/fields';
import { sendOnce } from '../../../shared/operation/once';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { BinaryField, Text, TimeoutSeconds } from '../../../shared/operation/scalars.schema';
import { getRequest, readRequest } from '../../../shared/signatureRequest/readRequest';
import type { RequestRef } from '../../../shared/signatureRequest/readRequest';
import { addAttachmentEndpoint } from '../endpoints';
import { requestField } from '../requestField';
import { addedAmong, addedIn } from './addedAttachment';
import type { AttachmentAddition } from './addedAttachment';
import { attachmentPlace, attachmentVersions } from './attachment.schema';

const option: Operation['option'] = {
	name: 'Add',
	value: 'add',
	action: 'Add attachment',
	description: 'Attach a file that signers can read but do not sign',
};

const forAgents = 'Add a file to a request as an attachment, which is read but not signed';

const fields: INodeProperties[] = [
	requestField,
	{
		displayName: 'Input Binary Field',
		name: 'binaryPropertyName',
		type: 'string',
		typeOptions: { binaryDataProperty: true },
		default: 'data',
		required: true,
		hint: inputFileHint('the file'),
	},
	optionsField([
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. terms.pdf',
			description: 'Name that signers see. Empty means the name of the file.',
		},
		timeoutField,
	]),
];

const Parameters = z.object({
	...attachmentPlace,
	binaryPropertyName: BinaryField,
	options: z.object({ fileName: Text.optional(), timeoutSeconds: TimeoutSeconds.optional() }),
});

async function execute(item: ItemContext) {
	const { context, itemIndex } = item;
	const { apiVersion: version, requestId, binaryPropertyName, options } = item.read(Parameters);
	const file = await fileFromBinary(item, binaryPropertyName);
	const filename = options.fileName || file.fileName;
	if (!filename) throw noName(item);
	const rules = await readRules(context, version);
	requireTaken(item, file, rules);
	const ref = { version, requestId, itemIndex };
	const body = bodyWithContent({ filename, content_type: file.mediaType }, file);
	const call: Call = {
		...callTo(addAttachmentEndpoint, requestId),
		version,
		body,
		timeoutSeconds: options.timeoutSeconds,
		itemIndex,
	};
	const sent = await sendOnce(context, itemIndex, {
		what: 'this attachment',
		send: async () => {
			// Retry On Fail must not read them again: then the new one would be among them.
			const idsBefore =
				rules.attachmentAnsweredBy === 'request' ? await idsIn(context, ref) : undefined;
			const { body: answer } = await callService(context, call);
			const facts = { requestId, filename, idsBefore };
			return { facts, added: addedIn(String(answer ?? ''), facts) };
		},
	});
	if (sent.added) return { json: sent.added };
	// Once as well: a later item may have added another one of that name by then.
	const json = await sendOnce(context, itemIndex, {
		step: 'lookup',
		what: 'this attachment',
		send: async () => await lookedUp(context, ref, sent.facts),
	});
	return { json };
}

async function idsIn(context: IExecuteFunctions, ref: RequestRef): Promise<string[] | undefined> {
	const { attachments } = await readRequest(context, ref);
	return attachments?.map(({ attachment_id: id }) => id);
}

/** For an answer that does not name it. */
async function lookedUp(
	context: IExecuteFunctions,
	ref: RequestRef,
	facts: AttachmentAddition,
): Promise<IDataObject> {
	const unread = { attachments: undefined };
	const { attachments } = await readRequest(context, ref).catch(() => unread);
	const added = attachments && addedAmong(attachments, facts);
	if (added) return added;
	throw new NodeOperationError(
		context.getNode(),
		`The service took "${facts.filename}" without an error, but does not show it in the request`,
		{
			itemIndex: ref.itemIndex,
			description:
				'Look at the attachments of the request with Get, Simplify off, before you run this again: it may be there anyway.',
		},
	);
}

/** The public regions refuse other files only after all of it has arrived (interface.md part 10). */
function requireTaken(
	{ context, itemIndex }: ItemContext,
	{ mediaType, sizeBytes }: { mediaType: string; sizeBytes: number },
	{ attachments: limits }: Rules,
): void {
	const fault = (message: string, description: string) =>
		new NodeOperationError(context.getNode(), message, { itemIndex, description });
	if (!limits) return;
	if (!limits.mediaTypes.includes(mediaType)) {
		throw fault(
			`The service does not take attachments of the type ${mediaType}`,
			`It takes ${limits.inWords}. Convert the file, or correct the type of the binary field if it says something wrong. Nothing was sent.`,
		);
	}
	if (sizeBytes > limits.largestBytes) {
		throw fault(
			`The file is too large: ${sizeBytes} bytes, and the service takes at most ${limits.largestBytes} (40 MB) as an attachment`,
			'Make it smaller, or split it. Nothing was sent.',
		);
	}
}

function noName({ context, itemIndex }: ItemContext): NodeOperationError {
	return new NodeOperationError(context.getNode(), 'File Name is empty', {
		itemIndex,
		description: 'The file has no name of its own. Add the option File Name. Nothing was sent.',
	});
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	versions: attachmentVersions,
	endpoints: [addAttachmentEndpoint, getRequest],
	done: 'added',
	execute,
};
