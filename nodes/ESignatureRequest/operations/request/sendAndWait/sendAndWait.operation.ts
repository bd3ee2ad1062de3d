import { isToolType, NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { readAccount } from '../../../../shared/account/account';
import type { Account } from '../../../../shared/account/account';
import { alsoSaying } from '../../../../shared/http/failure';
import type { ItemContext, Operation } from '../../../../shared/operation/operation';
import { callbackEvents } from '../../../../shared/signatureRequest/callbackEvent';
import { readRequest } from '../../../../shared/signatureRequest/readRequest';
import { outcomeOf } from '../../../../shared/signatureRequest/requestEvent';
import type { SignatureRequest } from '../../../../shared/signatureRequest/signatureRequest.schema';
import { requestOutput, requestOutputFields } from '../../requestOutput';
import { createEndpoints, createRequest } from '../create/createRequest';
import { isPrivate } from '../create/reach';
import { readNewRequest } from '../create/readNewRequest';
import { addressOfNode } from './addressOfNode';
import { sendAndWaitFields } from './wait.fields';
import { deadline, ResultForm, WaitForm } from './wait.schema';
import { resultItem, whyNotSigned } from './waitResult';

const option: Operation['option'] = {
	name: 'Send and Wait',
	value: 'sendAndWait',
	action: 'Send signature request and wait',
	description: 'Send documents to people who sign them, and go on when it is over',
	// n8n cannot park an agent.
	displayOptions: { hide: { '@tool': [true] } },
	builderHint: {
		propertyHint:
			'Takes exactly one item and needs no trigger for its end. For many documents use Create and the E-Signature Request Trigger in a second workflow.',
	},
};

const forAgents =
	'Send a signature request and wait until all have signed or it has ended otherwise';

const fields = [...sendAndWaitFields, ...requestOutputFields];

async function execute(item: ItemContext) {
	const { context, itemIndex } = item;
	requireOneItem(item);
	const { limitAmount, limitUnit, ...choice } = item.read(WaitForm);
	const result = item.read(ResultForm);
	const account = await readAccount(context);
	const draft = await readNewRequest(item, account);
	const { version } = draft.request;
	const callbacks = { address: ownAddress(item, account), events: callbackEvents };
	const how = { account, callbacks, initiate: true, waits: true };
	const created = await createRequest(item, draft, how);

	// A callback that came before the execution was waiting met a running execution, and was refused.
	const now = await readRequest(context, { version, requestId: created.id, itemIndex }).catch(
		() => created,
	);
	const outcome = outcomeOf(now);
	if (outcome !== undefined) {
		const reason = result.failUnlessSigned ? whyNotSigned(context, now, outcome) : undefined;
		if (reason) throw reason;
		return await resultItem(context, now, { outcome, version, ...result }).catch((error) => {
			const words = `The request ${now.id} is there, and it is over (${outcome}). Get its files with Download Documents instead of running this again.`;
			throw alsoSaying(error, words);
		});
	}

	leaveForTimeLimit(item, created);
	const limit = { limitAmount, limitUnit, expiresAt: now.expires_at, nowMs: Date.now() };
	await context.putExecutionToWait(deadline(limit));
	return { json: { requestId: created.id, ...requestOutput(now, choice) } };
}

/** n8n lets an execution wait as a whole, and an agent cannot wait at all. */
function requireOneItem({ context, itemIndex }: ItemContext): void {
	const node = context.getNode();
	if (isToolType(node.type)) {
		throw new NodeOperationError(node, 'An agent cannot wait for signatures', {
			itemIndex,
			description:
				'Give the agent the operation Create, and start another workflow with the E-Signature Request Trigger when someone has signed. Nothing was sent.',
		});
	}
	const { length } = context.getInputData();
	if (length === 1) return;
	throw new NodeOperationError(node, `Send and Wait takes one item, and ${length} have arrived`, {
		itemIndex,
		description:
			'Put this node into a workflow of its own and call that with Execute Sub-workflow: Mode "Run once for each item", and switch off "Wait For Sub-Workflow Completion". Nothing was sent.',
	});
}

/** Where this node is woken up; it carries n8n's own token, so it is never shown. */
function ownAddress({ context, itemIndex }: ItemContext, { signingAddress }: Account): string {
	const resumeUrl = String(context.evaluateExpression('{{ $execution.resumeUrl }}', itemIndex));
	const { hostname } = new URL(resumeUrl);
	if (!isPrivate(hostname) || isPrivate(new URL(signingAddress).hostname)) {
		return addressOfNode(resumeUrl, context.getNode().id);
	}
	throw new NodeOperationError(
		context.getNode(),
		`The service cannot reach this n8n: its own address is ${hostname}`,
		{
			itemIndex,
			description:
				'Set the environment variable WEBHOOK_URL of this n8n to the address under which it is reachable from the internet, and restart it. Where that is not possible, use Create and the E-Signature Polling Trigger. Nothing was sent.',
		},
	);
}

/** When the time limit passes, n8n runs nothing of this node: its input comes out as it is then. */
function leaveForTimeLimit({ context, itemIndex }: ItemContext, { id }: SignatureRequest): void {
	const item = context.getInputData()[itemIndex] as INodeExecutionData;
	const facts: IDataObject = { requestId: id, outcome: 'timeLimit' };
	item.json = { ...item.json, ...facts };
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	// Nobody should begin to wait with v1, which is deprecated.
	versions: ['v2', 'v3'],
	endpoints: createEndpoints,
	execute,
	waits: true,
};
