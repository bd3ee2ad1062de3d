import { isToolType, NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';

import { readAccount } from '../../../../shared/account/account';
import type { Account } from '../../../../shared/account/account';
import type { ApiVersion } from '../../../../shared/http/call';
import type { ItemContext, Operation, PairedResult } from '../../../../shared/operation/operation';
import { callbackEvents } from '../../../../shared/signatureRequest/callbackEvent';
import { getCallbacks } from '../../../../shared/signatureRequest/callbackLog';
import { readRequest } from '../../../../shared/signatureRequest/readRequest';
import { outcomeOf } from '../../../../shared/signatureRequest/requestEvent';
import { addAttachmentEndpoint } from '../../endpoints';
import { requestOutput, requestOutputFields } from '../../requestOutput';
import { prepareDraft, warningsIn } from '../create/anyFile/prepareDraft';
import { createEndpoints, createRequest } from '../create/createRequest';
import { canReach } from '../create/reach';
import { readNewRequest } from '../create/readNewRequest';
import { withdrawReplaced } from '../create/retry/withdrawReplaced';
import { addressOfNode } from './addressOfNode';
import { approvalOf, handOver, refuseUntilSigned } from './approval/approval';
import { readApproval } from './approval/approvalDraft';
import { isReview } from './approval/gatedCall';
import { sendAndWaitFields } from './wait.fields';
import { deadline, readWait, ResultForm, waitVersions } from './wait.schema';
import {
	DELETED,
	failureOf,
	isResumed,
	keepAwaited,
	keptWarnings,
	leaveInInput,
	waitingJson,
} from './waitingItem';
import { showInEditor } from './waitingTooltip';
import { resultItems, sentIn, whyNotInTime, whyNotSigned } from './waitResult';
import type { SentRequest, SentItem } from './waitResult';

const option: Operation['option'] = {
	name: 'Send and Wait',
	value: 'sendAndWait',
	action: 'Send signature request and wait',
	description: 'Send documents to people who sign them, and go on when all requests have ended',
	// An agent's tool cannot wait.
	displayOptions: { hide: { '@tool': [true] } },
	builderHint: {
		propertyHint:
			'Sends one request per item, goes on when all of them have ended, and needs no trigger. To go on with each one as soon as it has ended, use Create and the E-Signature Request Trigger in a second workflow.',
	},
};

/** An agent gets no request from this: Output is not for its reviews. */
const fields = [
	...sendAndWaitFields,
	...requestOutputFields.filter(({ name }) => name === 'simplify'),
];

async function execute(item: ItemContext) {
	const { context, itemIndex } = item;
	refuseAgents(item);
	const isOver = isResumed(context);
	const { apiVersion: version, limitAmount, limitUnit, ...choice } = readWait(item);
	const form = { ...item.read(ResultForm), version };
	const failure = isOver ? failureOf(item) : undefined;
	if (failure) return { json: failure };
	const sent = isOver ? await readEnded(item, version) : await sendRequest(item, version);
	const { requestId, request } = sent;
	const limit = { limitAmount, limitUnit, expiresAt: request?.expires_at, nowMs: Date.now() };
	sentIn(context).set(itemIndex, { ...sent, form, until: deadline(limit) });
	const json = request ? requestOutput(request, choice) : { id: requestId };
	return { json: { ...json, ...warningsIn(sent) } };
}

async function sendRequest(item: ItemContext, version: ApiVersion): Promise<SentRequest> {
	const { context, itemIndex } = item;
	const account = await readAccount(context);
	const callbacks = { address: ownAddress(item, account), events: callbackEvents };
	const draft = isReview(context.getNode())
		? readApproval(item, { account, version })
		: await prepareDraft(item, await readNewRequest(item, account), account);
	const how = { account, callbacks, initiate: true, waits: true };
	const created = await createRequest(item, draft, how);
	await keepAwaited(context, itemIndex, created.id);
	// A callback that came before the execution was waiting met a running execution, and was refused.
	const ref = { version, requestId: created.id, itemIndex };
	const request = await readRequest(context, ref).catch(() => created);
	return { requestId: request.id, request, outcome: outcomeOf(request), ...warningsIn(draft) };
}

/** A callback has brought the outcome; the rest is read here, where there is time for it. */
async function readEnded(item: ItemContext, version: ApiVersion): Promise<SentRequest> {
	const { context, itemIndex } = item;
	const json = waitingJson(context, itemIndex);
	const { requestId, outcome } = json;
	const kept = keptWarnings(json, item.read(ResultForm));
	if (outcome === DELETED) return { requestId, outcome, ...kept };
	return await readRequest(context, { version, requestId, itemIndex }).then(
		(request) => ({ requestId, request, outcome: outcomeOf(request, 'error'), ...kept }),
		(error: Error) => ({ requestId, outcome, problem: error.message, ...kept }),
	);
}

async function finish(
	context: IExecuteFunctions,
	results: PairedResult[],
): Promise<PairedResult[]> {
	const sent = sentIn(context);
	const all = [...sent.values()];
	const open = all.filter(({ outcome }) => outcome === undefined);
	const [first] = all;
	if (first && isReview(context.getNode())) return await review(context, first);
	const reason = first?.form.failUnlessSigned ? whyNotSigned(context, all) : undefined;
	const isThrown = reason !== undefined && !context.continueOnFail();
	if (open.length > 0 || isThrown) leaveInInput(context, results, sent);
	if (open.length === 0) {
		if (isThrown) throw reason;
		return await resultItems(context, results, sent);
	}
	// n8n throws it at the time limit, when nothing of this node runs.
	if (isThrown) context.setMetadata({ resumeError: whyNotInTime(context, open) });
	showInEditor(context, all);
	const latestMs = Math.max(...open.map(({ until }) => until.getTime()));
	await context.putExecutionToWait(new Date(latestMs));
	return results;
}

/** Between an agent and its tool: one call of the tool at a time. */
async function review(context: IExecuteFunctions, sent: SentItem): Promise<PairedResult[]> {
	const { requestId, outcome, until } = sent;
	const pairedItem = { item: 0 };
	if (outcome !== undefined) {
		return [{ json: handOver(context, approvalOf(requestId, outcome)), pairedItem }];
	}
	refuseUntilSigned(context, requestId);
	showInEditor(context, [sent]);
	await context.putExecutionToWait(until);
	return [{ json: approvalOf(requestId, 'timeLimit'), pairedItem }];
}

/** A tool cannot wait; a review of tools can. */
function refuseAgents({ context, itemIndex }: ItemContext): void {
	const node = context.getNode();
	if (!isToolType(node.type) || isReview(node)) return;
	throw new NodeOperationError(node, 'An agent cannot wait for signatures', {
		itemIndex,
		description:
			'Give the agent the operation Create, and start another workflow with the E-Signature Request Trigger when someone has signed. Nothing was sent.',
	});
}

/** Where this node is woken up; it carries n8n's own token, so it is never shown. */
function ownAddress({ context, itemIndex }: ItemContext, { signingAddress }: Account): string {
	const resumeUrl = String(context.evaluateExpression('{{ $execution.resumeUrl }}', itemIndex));
	if (canReach(signingAddress, resumeUrl)) return addressOfNode(resumeUrl, context.getNode().id);
	throw new NodeOperationError(
		context.getNode(),
		`The service cannot reach this n8n: its own address is ${new URL(resumeUrl).hostname}`,
		{
			itemIndex,
			description:
				'Set the environment variable N8N_WEBHOOK_URL (before n8n 2.30: WEBHOOK_URL) of this n8n to the address under which it is reachable from the internet, and restart it. Where that is not possible, use Create and the E-Signature Polling Trigger. Nothing was sent.',
		},
	);
}

export const operation: Operation = {
	option,
	fields,
	versions: waitVersions,
	endpoints: [...createEndpoints, getCallbacks, addAttachmentEndpoint],
	// After one that cannot be sent nothing further is: its execution would not wait for it.
	itemsAtOnce: 1,
	done: 'sent',
	execute,
	afterSuccess: withdrawReplaced,
	finish,
};
