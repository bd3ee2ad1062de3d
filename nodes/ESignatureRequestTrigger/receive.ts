import { sleep } from 'n8n-workflow';
import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { readAccount } from '../shared/account/account';
import { isEqual } from '../shared/callbacks/callback';
import {
	answer,
	readFailed,
	alreadyHandled,
	executionNotStored,
	setResultHeader,
} from '../shared/callbacks/callbackAnswer';
import type { Refused } from '../shared/callbacks/callbackAnswer';
import { checkCallback, isRefusedCall } from '../shared/callbacks/callbackCheck';
import type { VerifiedCallback } from '../shared/callbacks/callbackCheck';
import { readTriggerForm } from '../shared/form/readForm';
import { withDecline } from '../shared/requests/auditReport';
import { eventOutput } from '../shared/requests/requestEvent';
import { withFiles } from '../shared/requests/requestFiles';
import { triggerFields, VERIFIED } from './trigger.fields';
import type { TriggerForm } from './trigger.fields';
import { nodeKey } from '../shared/memory/processMemory';
import { recall, remember, rememberedSinceMs } from '../shared/memory/workflowMemory';
import { isFirstCall, occurrencesOf, wasCalledBefore } from './occurrences';
import type { Occurrence } from './occurrences';

/** Never throws: n8n would start a run that fails, and the service would get an answer that says nothing. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	return await handle(context).catch((error: unknown) => answer(context, readFailed(error)));
}

/** From a call to an item; whatever is not believed is answered, and starts nothing. */
async function handle(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const form = readTriggerForm(context, triggerFields);
	if (!hasCertificate(context, form.options)) return answer(context, { status: 401 });

	const { acceptWithoutProof, acceptUnshown, apiVersion: version } = form.options;
	const account = await readAccount(context);
	const { path, events } = form;
	const policy = { account, acceptWithoutProof, acceptUnshown, version, path, events };
	const call = await checkCallback(context, policy);
	if (isRefusedCall(call)) return answer(context, call);

	const outcome = await handleOnce(
		context,
		call,
		async (itemEvent) => await toItem(context, { ...call, ...itemEvent }, form),
	);
	return 'status' in outcome ? answer(context, outcome) : outcome;
}

/** The reverse proxy has checked the certificate of the service (interface.md part 5) and says so in a header. */
function hasCertificate(
	context: IWebhookFunctions,
	{ certificateHeader: name, certificateValue = VERIFIED }: TriggerForm['options'],
): boolean {
	if (!name) return true;
	const value = context.getHeaderData()[name.toLowerCase()];
	return typeof value === 'string' && isEqual(value, certificateValue);
}

async function toItem(
	context: IWebhookFunctions,
	{
		request,
		event,
		eventId,
		version,
		signatureId,
		documentId,
		mayBeRepeated,
	}: Omit<VerifiedCallback, 'signatureId'> & ItemEvent,
	{ simplify, downloadDocuments, binaryPropertyName: field }: TriggerForm,
): Promise<INodeExecutionData> {
	const facts = { event, eventId, simplify, signatureId, documentId, mayBeRepeated };
	const isCallback = true;
	const asked = { version, itemIndex: 0, isCallback };
	const whole = simplify ? await withDecline(context, request, asked) : request;
	const json = eventOutput(whole, facts);
	return await withFiles(context, json, { request, version, downloadDocuments, field, isCallback });
}

/** Which event an item is about. */
export interface ItemEvent extends Pick<Occurrence, 'eventId' | 'signatureId'> {
	mayBeRepeated: boolean;
}

type ToItem = (itemEvent: ItemEvent) => Promise<INodeExecutionData>;

/** Whether n8n has stored the run, for calls that are not answered yet; by node and occurrence. */
const pendingStarts = new Map<string, Promise<boolean>>();

/**
 * Starts a run for the first of several equal calls. Those that arrive meanwhile wait for it: if they
 * were answered with 200 and it then failed, Skribble would not call again.
 */
export async function handleOnce(
	context: IWebhookFunctions,
	call: VerifiedCallback,
	toItem: ToItem,
): Promise<IWebhookResponseData | Refused> {
	const { occurrences, most } = occurrencesOf(call);
	const [newest] = occurrences;
	// While the editor listens, trying the same request again is what they want.
	if (context.getMode() === 'manual' && newest) {
		return startRun(context, await toItem({ ...newest, mayBeRepeated: false })).response;
	}
	const memory = recall(context);
	const keyOf = ({ eventId }: Occurrence) => `${nodeKey(context)} ${eventId}`;
	const isNew = (one: Occurrence) =>
		!(one.eventId in memory.handled) && !pendingStarts.has(keyOf(one));
	const unhandled = occurrences.filter(isNew);
	const toStart = occurrences.length - unhandled.length < most ? unhandled[0] : undefined;
	if (!toStart) {
		const areStored = await Promise.all(
			occurrences.map(async (one) => await pendingStarts.get(keyOf(one))),
		);
		return areStored.includes(false) ? executionNotStored : alreadyHandled;
	}
	const coveredMs = Math.min(performance.now(), Date.now() - rememberedSinceMs(memory));
	const first = isFirstCall(toStart, { serviceNowMs: call.serviceNowMs, coveredMs });
	const start = async () => {
		const isFirst = first === 'unknown' ? !(await wasCalledBefore(context, call)) : first;
		const item = await toItem({ ...toStart, mayBeRepeated: !isFirst });
		return startRun(context, item, () => remember(context, { handled: [toStart.eventId] }));
	};
	const starting = start();
	addPendingStart(
		keyOf(toStart),
		starting.then(async ({ isStored }) => await isStored),
	);
	return (await starting).response;
}

function addPendingStart(key: string, isStored: Promise<boolean>): void {
	const forget = () => void pendingStarts.delete(key);
	pendingStarts.set(key, isStored);
	isStored.then(forget, forget);
}

/** So long n8n may take to store a run when the caller has gone and nothing else shows the end. */
const STORING_MS = 30_000;

const SLICE_MS = 250;

interface Start {
	response: IWebhookResponseData;
	/** Known when n8n has stored the run, or has answered without that. */
	isStored: Promise<boolean>;
}

/**
 * n8n reads the answer when it has stored the run, then saves what was remembered, and then sends the answer.
 * So reading it is the sign: killed before it, n8n remembers nothing and has answered nothing, and the service
 * calls again. What is remembered earlier could be saved without the run, and would not be saved after it.
 */
export function startRun(
	context: IWebhookFunctions,
	item: INodeExecutionData,
	onStored?: () => void,
): Start {
	let isStored = false;
	let markRead: () => void;
	const read = new Promise<void>((resolve) => (markRead = resolve));
	const response: IWebhookResponseData = {
		workflowData: [[item]],
		get webhookResponse() {
			isStored = true;
			setResultHeader(context, 'started');
			onStored?.();
			markRead();
			return '';
		},
	};
	const over = Promise.race([read, untilAnswered(context.getResponseObject())]);
	return { response, isStored: over.then(() => isStored) };
}

type Caller = ReturnType<IWebhookFunctions['getResponseObject']>;

/**
 * Not by its events: an answer to one of several calls on the same connection is sent after those before it, which
 * may wait for this one; and it has no events when the connection is closed before.
 */
async function untilAnswered(caller: Caller): Promise<void> {
	if (caller.destroyed) return await sleep(STORING_MS);
	while (!caller.writableEnded && !caller.destroyed) await sleep(SLICE_MS);
}
