import { OperationalError } from 'n8n-workflow';
import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { RESULT_HEADER } from '../../../../shared/callback/callbackResult';
import { readBeginning } from '../../../../shared/network/answer';
import { unlessLate } from '../../../../shared/signatureRequest/unlessLate';

/** What became of a repeated callback. */
export interface RepeatOutcome {
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
export async function callAsService(
	context: IExecuteFunctions,
	call: { address: string; timeoutMs: number },
): Promise<RepeatOutcome> {
	// n8n's own limit ends where an answer begins.
	const latestMs = Date.now() + 2 * call.timeoutMs;
	try {
		return await unlessLate(send(context, call), {
			isLate: () => Date.now() > latestMs,
			failure: () => new OperationalError('Late'),
		});
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
	return outcomeOfAnswer({ status: statusCode, mark: headers[RESULT_HEADER], text });
}

function outcomeOfAnswer({
	status,
	mark,
	text,
}: {
	status: number;
	mark: unknown;
	text: string;
}): RepeatOutcome {
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
