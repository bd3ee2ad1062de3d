import { readAccount } from '../../../../shared/account/account';
import type { Operation, Turn } from '../../../../shared/operation/operation';
import { readCallbacks } from './callbackUrls';
import { CreateForm } from './create.schema';
import { createRequest } from './createRequest';
import { requestOutput, requestOutputFields } from '../../requestOutput';
import { createFields } from './create.fields';

const option: Operation['option'] = {
	name: 'Create',
	value: 'create',
	action: 'Create a signature request and e-mail the signers',
	description: 'Send documents to people who sign them; the service invites them by e-mail',
};

const fields = [...createFields, ...requestOutputFields];

async function execute(turn: Turn) {
	const form = turn.read(CreateForm);
	const account = await readAccount(turn.context, turn.itemIndex);
	const callbackUrls = readCallbacks(turn, form, account);
	const created = await createRequest(turn, form, {
		account,
		callbackUrls,
		initiate: form.initiate,
	});
	return { json: requestOutput(created, form) };
}

export const create: Operation = { option, fields, execute };
