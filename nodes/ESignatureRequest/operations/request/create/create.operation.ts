import { z } from 'zod/v3';

import { readAccount } from '../../../../shared/account/account';
import type { ItemContext, Operation } from '../../../../shared/operation/operation';
import { outputShape } from '../../../../shared/operation/output';
import { Flag } from '../../../../shared/operation/scalars.schema';
import { requestOutput, requestOutputFields } from '../../requestOutput';
import { signersForAgents } from '../signers.fields';
import { prepareDraft, warningsIn } from './anyFile/prepareDraft';
import { readCallbackChoice } from './callbacks/callbackChoice';
import { createFields, newSignersExample } from './create.fields';
import { createEndpoints, createRequest } from './createRequest';
import { readNewRequest } from './readNewRequest';

const option: Operation['option'] = {
	name: 'Create',
	value: 'create',
	action: 'Create signature request',
	description: 'Send documents to people who sign them; the service invites them by email',
	builderHint: {
		propertyHint:
			'Goes on at once. To continue when all have signed, put the E-Signature Request Trigger into a workflow of its own and choose Callbacks: To a Trigger on This n8n, with the same Path in both.',
	},
};

const forAgents = `Create a signature request; the service emails the signers at once. The document is one that was uploaded before, by its ID, a URL that the service can download, a PDF that is made from a title and plain text, or any file at a URL, such as a Word file, that is turned into a PDF first. ${signersForAgents(newSignersExample)}`;

const fields = [...createFields, ...requestOutputFields];

const Parameters = z.object({ initiate: Flag, ...outputShape });

async function execute(item: ItemContext) {
	const { initiate, ...choice } = item.read(Parameters);
	const callbacks = readCallbackChoice(item);
	const account = await readAccount(item.context);
	const draft = await prepareDraft(item, await readNewRequest(item, account), account);
	const created = await createRequest(item, draft, { account, callbacks, initiate });
	return { json: { ...requestOutput(created, choice), ...warningsIn(draft) } };
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	endpoints: createEndpoints,
	done: 'created',
	execute,
};
