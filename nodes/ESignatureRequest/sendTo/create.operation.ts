import { z } from 'zod/v3';

import { bodyWithContent } from '../../shared/documents/pdf';
import {
	readSource,
	titleOf,
	base64SourceField,
	binarySourceField,
	givenField,
	sourceFields,
	sourceOptions,
} from '../../shared/documents/source';
import { readGivenFile } from '../../shared/prepare/anyFile';
import type { Endpoint } from '../../shared/client/call';
import { callForJson } from '../../shared/client/callService';
import { fields } from '../../shared/form/field';
import { noticeField, optionsField, timeoutField } from '../../shared/form/fields';
import { sendOnce } from '../../shared/execution/checkpoints';
import type { Operation } from '../../shared/execution/operation';
import { AnswerId, answerObject } from '../../shared/client/answerSchema';
import { where } from './sendTo';

const form = fields(
	noticeField(
		'Keep <code>id</code> and <code>access_code</code> of the output. Skribble shows the code only once, and deletes documents that no one claims after 1 day, and all others after 90 days.',
	),
	...sourceFields([sourceOptions.binary, sourceOptions.base64, sourceOptions.given]),
	givenField('ID of a document, or https URL of a PDF'),
	binarySourceField,
	base64SourceField,
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. Rental contract',
		description: 'Empty means the file name',
		forModel: 'Title of the document',
	},
	optionsField([timeoutField]),
);

const ANSWER_IS_LOST =
	'its link and its access code are lost: no one can open it, and Skribble deletes it after a day. To send it once more, start the workflow again.';

const endpoint: Endpoint = {
	method: 'POST',
	path: '/sendto',
	needsNoToken: true,
	howToCheck: `If it has, ${ANSWER_IS_LOST}`,
};

const Sent = answerObject({ id: AnswerId, url: z.string(), access_code: z.string().min(1) });

export const operation: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create Send-To link',
		description:
			'Get a link to a PDF that anyone can claim and send for signature without an account',
	},
	forAgents:
		'Create a link to a PDF that anyone can claim and send for signature. Keep the access_code of the output: Track, Download, and Delete need it, and Skribble shows it only once',
	fields: form,
	...where,
	endpoints: [endpoint],
	done: 'sent',
	async execute(item) {
		const { context, itemIndex } = item;
		const { source: kind, title, options } = item.read(form);
		const source =
			kind === 'given'
				? { pdf: await readGivenFile(item) }
				: await readSource(item, { source: kind });
		const body = bodyWithContent({ title: titleOf(item, title, source) }, source.pdf);
		const call = { ...item.callTo(endpoint), body, ...options };
		const json = await sendOnce(context, itemIndex, {
			what: 'this document',
			ifSecretIsLost: `The access code isn't saved with the execution. If no output shows it, ${ANSWER_IS_LOST}`,
			send: async () => await callForJson(context, call, Sent),
		});
		return { json };
	},
};
