import { readAccount } from '../../../shared/account/account';
import type { ItemContext, Operation } from '../../../shared/execution/operation';
import { hintOnce } from '../../../shared/execution/output';
import { fields } from '../../../shared/form/field';
import { requestOutput, requestOutputFields } from '../../requestForm';
import { prepareDraft, warningsIn } from './prepareDraft';
import { hasNoTrigger, readCallbackChoice } from './callbackUrls';
import type { CallbackChoice } from './callbackUrls';
import { createFields, initiateField } from './create.fields';
import { createEndpoints, createRequest } from './createRequest';
import { readNewRequest } from './readNewRequest';
import { withdrawReplaced } from './earlierRequest';

const option: Operation['option'] = {
	name: 'Create',
	value: 'create',
	action: 'Create signature request',
	description: 'Send documents for signature. Skribble invites the signers by email.',
	builderHint: {
		propertyHint:
			'Continues immediately. To continue after everyone signs, put the E-Signature Request Trigger into a separate workflow and choose Callbacks: To a Trigger on This n8n, with the same Path in both.',
	},
};

const forAgents =
	'Create a signature request for a document, a PDF at a URL, or text. Skribble emails the signers immediately';

const formFields = fields(...createFields, ...requestOutputFields);

async function execute(item: ItemContext) {
	const { initiate, ...choice } = item.read(fields(initiateField, ...requestOutputFields));
	const callbacks = readCallbackChoice(item);
	const account = await readAccount(item.context);
	const draft = await prepareDraft(item, await readNewRequest(item, account), account);
	// Not awaited yet, so that it takes no extra time.
	const isTriggerMissing = checkTrigger(item, callbacks);
	const created = await createRequest(item, draft, { account, callbacks, initiate });
	if ('path' in callbacks && (await isTriggerMissing)) {
		hintOnce(item.context, noTrigger(callbacks.path));
	}
	return { json: { ...requestOutput(created, choice), ...warningsIn(draft) } };
}

async function checkTrigger({ context }: ItemContext, callbacks: CallbackChoice): Promise<boolean> {
	if (!('isOwn' in callbacks) || !callbacks.isOwn) return false;
	return await hasNoTrigger(context, callbacks.address);
}

function noTrigger(path = ''): string {
	return `No published workflow on this n8n has a trigger with the Path ${path}, so this request starts nothing yet. Publish the workflow with the E-Signature Request Trigger, and use the same Path there. For missed callbacks, use Repeat Callback.`;
}

export const operation: Operation = {
	option,
	forAgents,
	fields: formFields,
	endpoints: createEndpoints,
	done: 'created',
	execute,
	afterSuccess: withdrawReplaced,
};
