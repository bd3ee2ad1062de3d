import { isToolType } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';

import { readAccount } from '../../../shared/account/account';
import type { Account } from '../../../shared/account/account';
import { unreachableUrl, waitingUrl, withReminders } from '../../../shared/callbacks/waitingUrl';
import type { ApiVersion } from '../../../shared/client/call';
import type { ItemContext, Operation, PairedResult } from '../../../shared/execution/operation';
import type { Step } from '../../../shared/execution/steps';
import { callbackEvents, getCallbacks } from '../../../shared/requests/callbackEvent';
import { getReport } from '../../../shared/requests/auditReport';
import { readRequest } from '../../../shared/requests/readRequest';
import { outcomeOf } from '../../../shared/requests/requestEvent';
import { progressOf } from '../../../shared/requests/shownRequest';
import type { SignatureRequest } from '../../../shared/requests/signatureRequest.schema';
import { addAttachmentEndpoint } from '../../endpoints';
import { requestOutput, requestOutputFields } from '../../requestForm';
import { prepareDraft, warningsIn } from '../create/prepareDraft';
import { createEndpoints, createRequest } from '../create/createRequest';
import type { Progress } from '../create/createSteps';
import { isReachable } from '../create/callbackUrls';
import type { CallbackChoice } from '../create/callbackUrls';
import { readNewRequest } from '../create/readNewRequest';
import { withdrawReplaced } from '../create/earlierRequest';
import {
	approvalOf,
	deliverAnswer,
	gatedCallOf,
	isReview,
	refuseUntilSigned,
} from './approval/approval';
import { readApproval } from './approval/approvalDraft';
import {
	deadline,
	readLimit,
	resultFields,
	resumeOptionsField,
	sendAndWaitFields,
	waitVersions,
} from './wait.fields';
import {
	DELETED,
	failureOf,
	isResumed,
	persistRequestId,
	saveInInput,
	savedWarnings,
	waitingJson,
} from './waitingItem';
import { noteTrigger, showInEditor } from './waitingNode';
import { resultItems, sentIn, whyFailed, whyNotInTime } from './waitResult';
import type { SentRequest, SentItem } from './waitResult';

const option: Operation['option'] = {
	name: 'Send and Wait',
	value: 'sendAndWait',
	action: 'Send signature request and wait',
	description: 'Send documents for signature, and continue when all requests have ended',
	// An agent's tool cannot wait.
	displayOptions: { hide: { '@tool': [true] } },
	builderHint: {
		propertyHint:
			'Sends one request per item, continues when all of them have ended, and needs no trigger. To continue with each request separately, use Create and the E-Signature Request Trigger in a second workflow.',
	},
};

/** Without Output: an agent gets only the approval. */
const fields = [
	...sendAndWaitFields,
	...requestOutputFields.filter(({ name }) => name === 'simplify'),
];

async function execute(item: ItemContext) {
	const { context, itemIndex } = item;
	refuseAgents(item);
	const isOver = isResumed(context);
	const { version } = item;
	const timeLimit = readLimit(item);
	const form = { ...item.read(resultFields), version };
	const failure = isOver ? failureOf(item) : undefined;
	if (failure) return { json: failure };
	const sent = isOver ? await readEnded(item, version) : await sendRequest(item, version);
	const { requestId, request } = sent;
	const until = deadline({ ...timeLimit, expiresAt: request?.expires_at, nowMs: Date.now() });
	sentIn(context).set(itemIndex, { ...sent, form, until });
	const json = request ? requestOutput(request, form) : { id: requestId };
	return { json: { ...json, ...warningsIn(sent) } };
}

async function sendRequest(item: ItemContext, version: ApiVersion): Promise<SentRequest> {
	const { context } = item;
	const account = await readAccount(context);
	const callbacks = ownCallbacks(item, account);
	const draft = isReview(context.getNode())
		? readApproval(item, { account, version })
		: await prepareDraft(item, await readNewRequest(item, account), account);
	const request = await createRequest(item, draft, {
		...{ account, callbacks, initiate: true },
		waitingSteps: (progress) => waitingSteps(item, progress),
	});
	return { requestId: request.id, request, outcome: outcomeOf(request), ...warningsIn(draft) };
}

/** Resume this node. They contain n8n's token, so they are never shown. */
function ownCallbacks(item: ItemContext, { signingAddress }: Account): CallbackChoice {
	const { context, itemIndex } = item;
	const { resumeBy, ...reminders } = item.read([resumeOptionsField]).options;
	const resumeUrl = String(context.evaluateExpression('{{ $execution.resumeUrl }}', itemIndex));
	const reachable = waitingUrl(resumeUrl, context.getNode().id);
	const isPolled = resumeBy === 'polling';
	if (!isPolled && !isReachable(signingAddress, resumeUrl)) throw unreachableError(item, resumeUrl);
	const url = isPolled ? unreachableUrl(reachable, context.getInstanceId()) : reachable;
	const { remindEveryDays: everyDays, remindAtMost: most = 3 } = reminders;
	const address = everyDays ? withReminders(url, { everyDays, most }) : url;
	if (isPolled || resumeBy === 'both' || everyDays) noteTrigger(context);
	// Skribble can't call an unreachable URL, so a request that is signed has none.
	return { address, events: isPolled ? ['error'] : callbackEvents };
}

function waitingSteps({ context, itemIndex }: ItemContext, progress: Progress): Step[] {
	const created = progress.created as SignatureRequest;
	const ref = { version: progress.request.version, requestId: created.id, itemIndex };
	return [
		persistRequestId(context, created.id),
		{
			// n8n refuses a callback that arrives before the execution waits.
			do: async () => (progress.created = await readRequest(context, ref).catch(() => created)),
		},
	];
}

/** A callback brought the outcome. The node reads the rest, because the service doesn't wait for that. */
async function readEnded(item: ItemContext, version: ApiVersion): Promise<SentRequest> {
	const { context, itemIndex } = item;
	const json = waitingJson(context, itemIndex);
	const { requestId, outcome } = json;
	const warnings = savedWarnings(json, item.read(resultFields));
	if (outcome === DELETED) return { requestId, outcome, ...warnings };
	return await readRequest(context, { version, requestId, itemIndex }).then(
		(request) => ({ requestId, request, outcome: outcomeOf(request, 'error'), ...warnings }),
		(error: Error) => ({ requestId, outcome, problem: error.message, ...warnings }),
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
	const reason = first && whyFailed(context, all, first.form);
	const isThrown = reason !== undefined && !context.continueOnFail();
	if (open.length > 0 || isThrown) saveInInput(context, results, sent);
	if (open.length === 0) {
		if (isThrown) throw reason;
		return await resultItems(context, results, sent);
	}
	// n8n throws it at the time limit, when nothing of this node runs.
	if (isThrown) {
		const isLate = all.some(({ form }) => form.failUnlessSigned);
		context.setMetadata({ resumeError: isLate ? whyNotInTime(context, open) : reason });
	}
	showInEditor(context, all);
	const latestMs = Math.max(...open.map(({ until }) => until.getTime()));
	await context.putExecutionToWait(new Date(latestMs));
	return results;
}

/** Between an agent and its tool. Each run reviews one call. */
async function review(context: IExecuteFunctions, sent: SentItem): Promise<PairedResult[]> {
	const { requestId, request, outcome, until } = sent;
	const pairedItem = { item: 0 };
	if (outcome !== undefined) {
		return [{ json: deliverAnswer(context, approvalOf(requestId, outcome)), pairedItem }];
	}
	refuseUntilSigned(context, requestId);
	showInEditor(context, [sent]);
	await context.putExecutionToWait(until);
	const sendMessage = waitingMessage(context, request);
	return [{ json: approvalOf(requestId, 'timeLimit'), sendMessage, pairedItem }];
}

/** For the chat in which someone waits for the agent. n8n shows it in the response mode Response Nodes. */
function waitingMessage(context: IExecuteFunctions, request?: SignatureRequest): string {
	const { nextSigners } = request ? progressOf(request) : { nextSigners: [] };
	const who = nextSigners.join(', ') || 'The approver';
	const { toolName = 'the tool' } = gatedCallOf(context) ?? {};
	return `${who} must sign before ${toolName} runs. Skribble has sent the invitation.`;
}

/** Tools can't wait, but reviews of tools can. */
function refuseAgents({ context, error }: ItemContext): void {
	const node = context.getNode();
	if (!isToolType(node.type) || isReview(node)) return;
	throw error(
		"An agent can't wait for signatures",
		'Use the operation Create in this tool, and the E-Signature Request Trigger in a separate workflow. Nothing was sent.',
	);
}

function unreachableError({ error }: ItemContext, resumeUrl: string): Error {
	return error(
		`Skribble can't reach this n8n at ${new URL(resumeUrl).hostname}`,
		'Choose Resume By: Polling in the options. Or set the environment variable N8N_WEBHOOK_URL (before n8n 2.30: WEBHOOK_URL) to the public address of this n8n, and restart it. Nothing was sent.',
	);
}

export const operation: Operation = {
	option,
	fields,
	versions: waitVersions,
	endpoints: [...createEndpoints, getCallbacks, getReport, addAttachmentEndpoint],
	// After an item fails, nothing more is sent: the failed execution would not wait for it.
	itemsAtOnce: 1,
	done: 'sent',
	execute,
	afterSuccess: withdrawReplaced,
	finish,
};
