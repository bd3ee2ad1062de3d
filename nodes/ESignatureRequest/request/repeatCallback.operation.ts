import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { readAccount } from '../../shared/account/account';
import type { Account } from '../../shared/account/account';
import { fields } from '../../shared/form/field';
import { optionsField, timeoutField } from '../../shared/form/fields';
import { omitUndefined } from '../../shared/network/json';
import type { Operation } from '../../shared/execution/operation';
import { getRequest, readStoredCallbacks } from '../../shared/requests/readRequest';
import { requestFacts } from '../../shared/requests/shownRequest';
import { requestField } from '../requestForm';
import { hasSameTarget, readOwnAddress, isOwnRequest } from '../../shared/callbacks/callback';
import { outcomeOf } from '../../shared/requests/requestEvent';
import { newestDocumentId } from '../../shared/requests/signatureRequest.schema';
import type {
	RequestWithCallbacks,
	SignatureRequest,
} from '../../shared/requests/signatureRequest.schema';
import { RESULT_HEADER } from '../../shared/callbacks/callbackAnswer';
import { readBeginning } from '../../shared/network/answer';
import { unlessLate } from '../../shared/requests/unlessLate';

const form = fields(
	requestField,
	optionsField([
		{
			...timeoutField,
			description:
				'How long to wait for the answer. A waiting execution may download documents first.',
		},
	]),
);

/** It changes nothing at the service, and what was handled is not handled again: so it counts as a read. */
export const operation: Operation = {
	option: {
		name: 'Repeat Callback',
		value: 'repeatCallback',
		action: 'Repeat callback of request',
		description:
			'Call the trigger or the waiting execution again if the callback of an ended request was lost',
	},
	forAgents:
		'Repeat the callback of a request that has ended, so that the waiting workflow continues. A callback that was already handled has no effect',
	fields: form,
	endpoints: [getRequest],
	async execute({ context, itemIndex, version, read }) {
		const { requestId, options } = read(form);
		const account = await readAccount(context);
		const stored = await readStoredCallbacks(context, { version, requestId, itemIndex });
		const due = dueCallback(stored, account);
		const { timeoutSeconds = timeoutField.default } = options;
		const outcome =
			'address' in due
				? await callAsService(context, { address: due.address, timeoutMs: timeoutSeconds * 1000 })
				: due;
		const { result, status: httpStatus } = outcome;
		return { json: omitUndefined({ ...requestFacts(stored.request), result, httpStatus }) };
	},
};

/**
 * The address that the service calls for the present state of a request (interface.md part 6), as it calls it. Only
 * one that we wrote, in a request of our own, for the host and path that it still has: the proof in it is no
 * secret to those who may change the request, and they must not choose what this n8n calls.
 */
function dueCallback(
	stored: RequestWithCallbacks,
	account: Pick<Account, 'username' | 'apiKey' | 'previousApiKey'>,
): { address: string } | RepeatOutcome {
	const { request, callbackUrls } = stored;
	const outcome = outcomeOf(request);
	if (outcome === undefined) return { result: 'stillOpen' };
	// The service calls no address when a request expires (interface.md 3.1).
	if (outcome === 'expired') return { result: 'noCallback' };
	const event = outcome === 'signed' ? 'success' : 'error';
	const address = callbackUrls[event];
	const keys = [account.apiKey, account.previousApiKey];
	const isOurs =
		typeof address === 'string' &&
		readOwnAddress(address, keys)?.event === event &&
		hasSameTarget(address, keys) &&
		isOwnRequest(stored, account);
	return isOurs ? { address: filledIn(address, request) } : { result: 'noCallback' };
}

/** With any prefix: where that of the credential was wrong, the service has left the placeholders as they are. */
function filledIn(address: string, request: SignatureRequest): string {
	// Where the request shows no document, none is compared; but a call has to name one.
	const documentId = newestDocumentId(request) ?? 'none';
	return address
		.replace(/\b[A-Z]+_SIGNATURE_REQUEST_ID\b/g, encodeURIComponent(request.id))
		.replace(/\b[A-Z]+_DOCUMENT_ID\b/g, encodeURIComponent(documentId));
}

/** What became of a repeated callback. */
interface RepeatOutcome {
	result:
		| 'delivered'
		| 'alreadyHandled'
		| 'stillOpen'
		| 'noCallback'
		/** With the status of the answer. */
		| 'refused'
		/** No answer, or one that is not from our nodes: n8n also answers 200 while it starts. */
		| 'unreachable';
	status?: number;
}

/** n8n's refusals are a few words. */
const LONGEST_ANSWER_BYTES = 16 * 1024;

/**
 * One callback as the service makes it (interface.md part 6). It never throws: what n8n throws holds the address,
 * which is a secret.
 */
async function callAsService(
	context: IExecuteFunctions,
	call: { address: string; timeoutMs: number },
): Promise<RepeatOutcome> {
	// n8n's own limit ends where an answer begins.
	const latestMs = Date.now() + 2 * call.timeoutMs;
	try {
		return await unlessLate(send(context, call), { latestMs: () => latestMs });
	} catch {
		return { result: 'unreachable' };
	}
}

async function send(
	context: IExecuteFunctions,
	{ address, timeoutMs }: { address: string; timeoutMs: number },
): Promise<RepeatOutcome> {
	const { statusCode, headers, body } = (await context.helpers.httpRequest({
		method: 'POST',
		url: address,
		headers: { 'Content-Type': 'text/plain' },
		encoding: 'stream',
		returnFullResponse: true,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		timeout: timeoutMs,
	})) as IN8nHttpFullResponse;
	const limits = { silenceMs: timeoutMs, wholeMs: timeoutMs, mostBytes: LONGEST_ANSWER_BYTES };
	const text = await readBeginning(body, limits).catch(() => '');
	const [status, mark] = [statusCode, headers[RESULT_HEADER]];
	// A trigger for which the event is not ticked has nothing left to do either.
	if (mark === 'known' || mark === 'unticked') return { result: 'alreadyHandled' };
	// The execution waits for other requests too.
	if (mark === 'waiting') return { result: 'stillOpen' };
	if (status >= 200 && status < 300) {
		return { result: mark === undefined ? 'unreachable' : 'delivered' };
	}
	// n8n answers 409 in two other cases too: the execution has failed, or is running.
	const hasGoneOn = status === 409 && /has finished already/.test(text);
	return hasGoneOn ? { result: 'alreadyHandled' } : { result: 'refused', status };
}
