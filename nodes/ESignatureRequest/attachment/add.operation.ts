import { isToolType } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readRules } from '../../shared/account/account';
import type { Rules } from '../../shared/account/dialect';
import { fileFromBinary } from '../../shared/documents/document';
import { givenField, inputFileHint } from '../../shared/documents/source';
import { bodyWithContent } from '../../shared/documents/pdf';
import type { Call } from '../../shared/client/call';
import { callService } from '../../shared/client/callService';
import { fields } from '../../shared/form/field';
import { optionsField, timeoutField } from '../../shared/form/fields';
import { sendOnce } from '../../shared/execution/checkpoints';
import type { ItemContext, Operation } from '../../shared/execution/operation';
import { BinaryField } from '../../shared/form/readers';
import { readAnyFile } from '../../shared/prepare/anyFile';
import { getRequest, readRequest } from '../../shared/requests/readRequest';
import type { RequestRef } from '../../shared/requests/readRequest';
import { addAttachmentEndpoint } from '../endpoints';
import { requestField } from '../requestForm';
import { addedAmong, addedIn, attachmentVersions } from './attachment';
import type { AttachmentAddition } from './attachment';

const form = fields(
	requestField,
	{
		displayName: 'Input Binary Field',
		name: 'binaryPropertyName',
		type: 'string',
		typeOptions: { binaryDataProperty: true },
		default: 'data',
		required: true,
		reader: BinaryField,
		hint: inputFileHint('the file'),
		displayOptions: { show: { '@tool': [false] } },
	},
	{
		...givenField('https URL of the file, the ID of a document, or text for a text file'),
		displayOptions: { show: { '@tool': [true] } },
	},
	optionsField([
		{
			displayName: 'File Name',
			name: 'fileName',
			type: 'string',
			default: '',
			placeholder: 'e.g. terms.pdf',
			forModel: 'Name that the signers see, such as terms.pdf',
			description: 'Name that signers see. Empty means the original name.',
		},
		timeoutField,
	]),
);

export const operation: Operation = {
	option: {
		name: 'Add',
		value: 'add',
		action: 'Add attachment',
		description: "Attach a file that signers read but don't sign",
	},
	forAgents: "Add a file to a request as an attachment, which signers read but don't sign",
	fields: form,
	versions: attachmentVersions,
	endpoints: [addAttachmentEndpoint, getRequest],
	done: 'added',
	async execute(item) {
		const { context, itemIndex, version } = item;
		const { requestId, binaryPropertyName, options } = item.read(form);
		const file = isToolType(context.getNode().type)
			? await attachmentOf(item)
			: await fileFromBinary(item, binaryPropertyName);
		const filename = options.fileName || file.fileName;
		if (!filename) {
			throw item.fault({
				path: ['options', 'fileName'],
				message: 'is empty, and the file has no name\nAdd this option.',
			});
		}
		const rules = await readRules(context, version);
		requireTaken(item, file, rules);
		const ref = { version, requestId, itemIndex };
		const body = bodyWithContent({ filename, content_type: file.mediaType }, file);
		const call: Call = {
			...item.callTo(addAttachmentEndpoint, requestId),
			body,
			timeoutSeconds: options.timeoutSeconds,
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
			send: async () => await lookedUp(item, ref, sent.facts),
		});
		return { json };
	},
};

/** An agent has no binary field. */
async function attachmentOf(item: ItemContext) {
	const { file, part } = await readAnyFile(item, 'given');
	return { ...file, fileName: part.fileName, mediaType: part.mediaType };
}

async function idsIn(context: IExecuteFunctions, ref: RequestRef): Promise<string[] | undefined> {
	const { attachments } = await readRequest(context, ref);
	return attachments?.map(({ attachment_id: id }) => id);
}

/** For an answer that does not name it. */
async function lookedUp(
	item: ItemContext,
	ref: RequestRef,
	facts: AttachmentAddition,
): Promise<IDataObject> {
	const unread = { attachments: undefined };
	const { attachments } = await readRequest(item.context, ref).catch(() => unread);
	const added = attachments && addedAmong(attachments, facts);
	if (added) return added;
	throw item.error(
		`Skribble accepted "${facts.filename}", but the request doesn't show it`,
		'Check the attachments with Get, Simplify off, before you try again.',
	);
}

/** The public regions refuse other files only after all of it has arrived (interface.md part 10). */
function requireTaken(
	{ error }: ItemContext,
	{ mediaType, sizeBytes }: { mediaType: string; sizeBytes: number },
	{ attachments: limits }: Rules,
): void {
	if (!limits) return;
	if (!limits.mediaTypes.includes(mediaType)) {
		throw error(
			`Skribble doesn't accept attachments of type ${mediaType}`,
			`Convert the file to one of ${limits.inWords}, or correct the file type of the binary field. Nothing was sent.`,
		);
	}
	if (sizeBytes > limits.largestBytes) {
		throw error(
			`The attachment is too large: ${sizeBytes} of at most ${limits.largestBytes} bytes (40 MB)`,
			'Reduce its size, or split it. Nothing was sent.',
		);
	}
}
