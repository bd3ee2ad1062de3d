import { z } from 'zod/v3';

import { readAccount } from '../../../../shared/account/account';
import type { ItemContext, Operation } from '../../../../shared/operation/operation';
import { outputShape } from '../../../../shared/operation/output';
import { Flag } from '../../../../shared/operation/scalars.schema';
import { requestOutput, requestOutputFields } from '../../requestOutput';
import { prepareDraft, warningsIn } from './anyFile/prepareDraft';
import type { CallbackChoice } from './callbackUrls';
import { readCallbackChoice } from './callbacks/callbackChoice';
import { hasNoTrigger } from './callbacks/hasNoTrigger';
import { createFields } from './create.fields';
import { createEndpoints, createRequest } from './createRequest';
import { hintOnce } from './hintOnce';
import { readNewRequest } from './readNewRequest';
import { withdrawReplaced } from './retry/withdrawReplaced';

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

const createFor = (what: string) =>
	`Create a signature request for ${what}. The service emails the signers at once`;

const forAgents = {
	field: 'source',
	words: {
		document: createFor('documents that were uploaded before, by their ID'),
		url: createFor('a PDF that the service can download from a URL'),
		base64: createFor('a PDF that is encoded in Base64'),
		text: createFor('a PDF that is made from a title and plain text'),
		anyFile: createFor('a file, such as a Word file, that is turned into a PDF first'),
	},
};

const fields = [...createFields, ...requestOutputFields];

const Parameters = z.object({ initiate: Flag, ...outputShape });

async function execute(item: ItemContext) {
	const { initiate, ...choice } = item.read(Parameters);
	const callbacks = readCallbackChoice(item);
	const account = await readAccount(item.context);
	const draft = await prepareDraft(item, await readNewRequest(item, account), account);
	const isUnheard = isNotTaken(item, callbacks);
	const created = await createRequest(item, draft, { account, callbacks, initiate });
	if ('path' in callbacks && (await isUnheard)) hintOnce(item.context, noTrigger(callbacks.path));
	return { json: { ...requestOutput(created, choice), ...warningsIn(draft) } };
}

/** Begins before the request is created, so that it takes no extra time. */
async function isNotTaken({ context }: ItemContext, callbacks: CallbackChoice): Promise<boolean> {
	if (!('isOwn' in callbacks) || !callbacks.isOwn) return false;
	return await hasNoTrigger(context, callbacks.address);
}

function noTrigger(path = ''): string {
	return `No published workflow on this n8n has a trigger with the Path ${path}, so callbacks of this request start nothing yet. Open the workflow with the E-Signature Request Trigger, compare its Path with the one in this node, and publish the workflow. It then starts for this request too. For callbacks that were missed, use Repeat Callback.`;
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	endpoints: createEndpoints,
	done: 'created',
	execute,
	afterSuccess: withdrawReplaced,
};
