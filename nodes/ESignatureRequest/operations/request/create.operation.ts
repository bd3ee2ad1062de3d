import { readAccount } from '../../../shared/account';
import { hintOnce } from '../../../shared/hints';
import type { Operation, Turn } from '../../../shared/operation';
import { CreateForm } from '../../create.schema';
import { hintsFor } from '../../createHints';
import { readNewRequest } from '../../newRequest';
import { requestOutput, requestOutputFields } from '../../requestOutput';
import { sendDraft } from '../../sendDraft';
import { sendInline } from '../../sendInline';
import { readSources } from '../../sources';
import { createFields } from './create.fields';

const option: Operation['option'] = {
	name: 'Create',
	value: 'create',
	action: 'Create a signature request and e-mail the signers',
	description: 'Send documents to people who sign them; the service invites them by e-mail',
};

const fields = [...createFields, ...requestOutputFields];

async function execute(turn: Turn) {
	const { context, itemIndex } = turn;
	const form = turn.read(CreateForm);
	const { apiVersion: version, options } = form;
	const account = await readAccount(context, itemIndex);
	const sources = await readSources(turn, {
		version,
		source: form.source,
		moreDocumentIds: version === 'v3' ? (options.moreDocumentIds ?? []) : [],
	});
	const newRequest = readNewRequest(turn, form, { sources, account });
	for (const hint of hintsFor(newRequest, account)) hintOnce(context, hint);

	const { deleteLeftovers, timeoutSeconds } = options;
	const { initiate } = form;
	const [source] = sources;
	const created =
		version === 'v3' || source === undefined
			? await sendDraft(turn, { newRequest, sources, initiate, deleteLeftovers, timeoutSeconds })
			: await sendInline(turn, { newRequest, source, timeoutSeconds });
	return { json: requestOutput(created, form) };
}

export const create: Operation = { option, fields, execute };
