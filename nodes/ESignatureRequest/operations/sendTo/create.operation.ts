import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { bodyWithContent } from '../../../shared/document/pdf';
import { readSource, titleOf } from '../../../shared/document/source';
import {
	base64SourceField,
	binarySourceField,
	sourceFields,
	sourceOptions,
} from '../../../shared/document/source.fields';
import type { Call } from '../../../shared/http/call';
import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import { callForJson } from '../../../shared/http/transport';
import { noticeField, optionsField, timeoutField } from '../../../shared/operation/fields';
import { sendOnce } from '../../../shared/operation/once';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import {
	AnswerId,
	answerObject,
	oneOf,
	Text,
	TimeoutSeconds,
} from '../../../shared/operation/scalars.schema';
import { where } from './sendTo';

const option: Operation['option'] = {
	name: 'Create',
	value: 'create',
	action: 'Create Send-To link',
	description:
		'Get a link under which anyone can claim a PDF and have it signed, without an account',
};

const forAgents =
	'Create a link under which anyone can claim a PDF and have it signed. Keep the access_code of the answer: Track, Download and Delete need it, and it cannot be read again';

const fields: INodeProperties[] = [
	noticeField(
		'Keep <code>id</code> and <code>access_code</code> of the output: Track, Download and Delete need both, and the service shows the access code only once. Treat it like a password. An unclaimed document is deleted after a day, any other after 90 days.',
	),
	...sourceFields([sourceOptions.binary, sourceOptions.base64]),
	binarySourceField,
	base64SourceField,
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. Contract.pdf',
		description: 'A short title, like a file name. Empty means the name of the file.',
	},
	optionsField([timeoutField]),
];

const ANSWER_IS_LOST =
	'its link and its access code are lost: no one can open it, and Skribble deletes it after a day. To send it once more, start the workflow again.';

const endpoint: Endpoint = {
	method: 'POST',
	path: '/sendto',
	needsNoToken: true,
	lostAnswer: `If it has, ${ANSWER_IS_LOST}`,
};

const Parameters = z.object({
	source: oneOf('binary', 'base64'),
	title: Text,
	options: z.object({ timeoutSeconds: TimeoutSeconds.optional() }),
});

const Sent = answerObject({ id: AnswerId, url: z.string(), access_code: z.string().min(1) });

async function execute(item: ItemContext) {
	const { context, itemIndex } = item;
	const { source: kind, title, options } = item.read(Parameters);
	const source = await readSource(item, { source: kind });
	const call: Call = {
		...callTo(endpoint),
		version: 'v2',
		body: bodyWithContent({ title: titleOf(item, title, source) }, source.pdf),
		...options,
		itemIndex,
	};
	const json = await sendOnce(context, itemIndex, {
		what: 'this document',
		ifSecretIsLost: `The access code isn't saved with the execution. If no output shows it, ${ANSWER_IS_LOST}`,
		send: async () => await callForJson(context, call, Sent),
	});
	return { json };
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	...where,
	endpoints: [endpoint],
	done: 'sent',
	execute,
};
