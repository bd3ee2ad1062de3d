import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import type { z } from 'zod';

import type { Interface } from '../account/addresses';
import { CredentialProblem } from '../account/credentialProblem';
import { bodyHeaders, lengthOf, openBody } from './body';
import type { Body } from './body';
import { faultCode, failedBeforeSending } from '../network/connection';
import {
	credentialFailure,
	noAnswerFailure,
	refusalFailure,
	stoppedFailure,
	unexpectedAnswerFailure,
} from './failure';
import { pauseEndpoint, waitForEndpoint } from './pause';
import { readRefusal } from './problem';
import type { Refusal } from './problem';
import type { Purpose } from './problemTable';
import { decide, readRetryAfterMs, timeoutMs } from './retry';
import type { Failure } from './retry';

export type ApiVersion = 'v1' | 'v2' | 'v3';
/** Wherever files can be kept: everywhere but in pickers. */
export type FileContext = IExecuteFunctions | IPollFunctions | IWebhookFunctions;
export type CallContext = FileContext | ILoadOptionsFunctions;

export interface Call {
	interface?: Interface;
	version: ApiVersion;
	method: IHttpRequestMethods;
	/** Without the version; ids encoded by the caller with encodeURIComponent. */
	path: string;
	query?: IDataObject;
	body?: Body;
	accept?: string;
	/** `stream` hands the body over unread. */
	answerAs?: 'text' | 'stream';
	/** Whether a second arrival does no harm. Reads are; what creates or notifies never is. */
	repeatable?: boolean;
	/** Whether the first failure is told at once, because somebody at the other end waits for us. */
	impatient?: boolean;
	/** Refusals that the caller wants to look at itself. */
	alsoAccept?: number[];
	/** What the call is for, where a refusal then means something of its own. */
	purpose?: Purpose;
	/**
	 * For a call that is not sent again by itself, because it costs, but may be by the user: what to
	 * tell when it stayed without an answer.
	 */
	ifUnanswered?: string;
	/** Bytes to be expected in the answer, so that the time limit fits. */
	expectedBytes?: number;
	/** In place of the time limit that follows from the size. */
	timeoutSeconds?: number;
	itemIndex: number;
}

export interface Answer {
	status: number;
	headers: IDataObject;
	body: unknown;
	attempts: number;
}

type Outcome =
	| { kind: 'answer'; answer: Omit<Answer, 'attempts'> }
	| { kind: 'refused'; refusal: Refusal; retryAfterMs?: number }
	| { kind: 'credential'; problem: CredentialProblem }
	| { kind: 'no-answer'; code?: string };

/** The only way to the service: waits its turn, logs in, repeats what may be repeated, explains the rest. */
export async function request(context: CallContext, call: Call): Promise<Answer> {
	const repeatable = call.repeatable ?? call.method === 'GET';
	let newLogins = 0;
	for (let attempt = 1; ; attempt++) {
		await waitForEndpoint(context, call);
		const outcome = await send(context, call, { loginOn403: newLogins > 0 });
		if (outcome.kind === 'answer') return { ...outcome.answer, attempts: attempt };

		if (isTokenRefusal(outcome) && newLogins < loginsAllowed(call, outcome.refusal.status)) {
			newLogins++;
			continue;
		}
		const decision = decide({ failure: asFailure(outcome), attempt, repeatable });
		if (decision === 'stop' || call.impatient) throw explain(context, call, outcome, repeatable);
		pauseEndpoint(context, call, decision.waitMs);
	}
}

/** For answers with a body; tolerant of fields and values that the service may add. */
export async function requestJson<T extends z.ZodTypeAny>(
	context: CallContext,
	call: Call,
	schema: T,
): Promise<z.output<T>> {
	return readJson(context, call, await request(context, call), schema);
}

export function readJson<T extends z.ZodTypeAny>(
	context: CallContext,
	call: Call,
	{ body }: Answer,
	schema: T,
): z.output<T> {
	const result = schema.safeParse(parseJson(String(body)));
	if (result.success) return result.data as z.output<T>;
	throw unexpectedAnswerFailure(context, call);
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

const NOBODYS_ID = '00000000-0000-0000-0000-000000000000';

/**
 * A large body meets a token that was revoked early as a cut connection, which nobody can tell from
 * any other. A small question before it gets the 401 in a form that leads to a new login.
 */
export async function tryToken(
	context: CallContext,
	call: Pick<Call, 'interface' | 'version' | 'purpose' | 'itemIndex'>,
): Promise<void> {
	const { interface: target, version, purpose, itemIndex } = call;
	const path =
		target === 'validation' ? `/infos/${NOBODYS_ID}/validation` : `/documents/${NOBODYS_ID}`;
	const alsoAccept = [403, 404];
	await request(context, {
		interface: target,
		version,
		method: 'GET',
		path,
		purpose,
		alsoAccept,
		itemIndex,
	});
}

export function isRefused(answer: Answer): boolean {
	return answer.status < 200 || answer.status > 299;
}

/** For a refusal that the caller accepted first and then could do nothing about. */
export function refuse(context: CallContext, call: Call, answer: Answer): Error {
	const refusal = readRefusal(answer.status, String(answer.body ?? ''), call.purpose);
	return refusalFailure(context, call, refusal);
}

async function send(
	context: CallContext,
	call: Call,
	{ loginOn403 }: { loginOn403: boolean },
): Promise<Outcome> {
	// n8n logs in again and repeats by itself on these statuses; all others come back as answers.
	const loginStatuses = loginOn403 ? [401, 403] : [401];
	const options: IHttpRequestOptions = {
		method: call.method,
		baseURL: call.interface ?? 'signing',
		url: `/${call.version}${call.path}`,
		qs: call.query,
		headers: { Accept: call.accept ?? 'application/json', ...bodyHeaders(call.body) },
		body: await openBody(call.body),
		encoding: call.answerAs ?? 'text',
		returnFullResponse: true,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: { ignore: true, except: loginStatuses },
		timeout: call.timeoutSeconds
			? call.timeoutSeconds * 1000
			: timeoutMs(lengthOf(call.body) + (call.expectedBytes ?? 0)),
	};
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			'eSignatureApi',
			options,
			{ preAuthenticationRetryStatusCode: loginStatuses },
		)) as IN8nHttpFullResponse;
		return await readOutcome(call, response);
	} catch (error) {
		return await readThrown(error, call);
	}
}

async function readOutcome(call: Call, response: IN8nHttpFullResponse): Promise<Outcome> {
	const { statusCode: status, headers, body } = response;
	const succeeded = status >= 200 && status < 300;
	if (succeeded) return { kind: 'answer', answer: { status, headers, body } };

	const text = await readText(body);
	const refusal = readRefusal(status, text, call.purpose);
	const isTokenProblem = status === 403 && /^error\.auth\.token_/.test(refusal.key ?? '');
	if (call.alsoAccept?.includes(status) && !isTokenProblem) {
		return { kind: 'answer', answer: { status, headers, body: text } };
	}
	const retryAfterMs = readRetryAfterMs(headers['retry-after'], Date.now());
	return { kind: 'refused', refusal, retryAfterMs };
}

/** What n8n throws holds the token in its request options, so nothing of it is passed on. */
async function readThrown(error: unknown, { purpose }: Call): Promise<Outcome> {
	const { cause, httpCode } = error as { cause?: unknown; httpCode?: string | null };
	if (cause instanceof CredentialProblem) return { kind: 'credential', problem: cause };
	const response = (cause as { response?: { status?: number; data?: unknown } } | undefined)
		?.response;
	const status = response?.status ?? Number(httpCode);
	if (status === 401 || status === 403) {
		// Where a file was asked for, the refusal comes as a stream too.
		const text = await readText(response?.data).catch(() => '');
		return { kind: 'refused', refusal: readRefusal(status, text, purpose) };
	}
	return { kind: 'no-answer', code: faultCode(error) };
}

function isTokenRefusal(outcome: Outcome): outcome is Extract<Outcome, { kind: 'refused' }> {
	if (outcome.kind !== 'refused') return false;
	const { status, key } = outcome.refusal;
	return status === 401 || (status === 403 && /^error\.auth\.token_/.test(key ?? ''));
}

/**
 * After a 401, n8n has already logged in and repeated, unless the body was a stream, which it cannot
 * rewind: then we send it anew. After a 403 we send once more and let n8n log in on it.
 */
function loginsAllowed({ body }: Call, status: number): number {
	const streamed = body !== undefined && 'open' in body ? 1 : 0;
	return status === 403 ? 1 + streamed : streamed;
}

function asFailure(outcome: Exclude<Outcome, { kind: 'answer' }>): Failure {
	switch (outcome.kind) {
		case 'refused':
			return { kind: 'answer', ...outcome.refusal, retryAfterMs: outcome.retryAfterMs };
		case 'credential':
			return credentialAsFailure(outcome.problem);
		case 'no-answer':
			return { kind: 'no-answer', sent: !failedBeforeSending(outcome.code) };
	}
}

/** The login failed, so the call itself was not sent. */
function credentialAsFailure({ kind, retryAfterMs }: CredentialProblem): Failure {
	if (kind === 'rate-limited') return { kind: 'answer', status: 429, retryAfterMs };
	const mayPass = kind === 'unreachable' || kind === 'unavailable';
	return mayPass ? { kind: 'no-answer', sent: false } : { kind: 'answer', status: 401 };
}

function explain(
	context: CallContext,
	call: Call,
	outcome: Exclude<Outcome, { kind: 'answer' }>,
	repeatable: boolean,
): Error {
	switch (outcome.kind) {
		case 'refused':
			return refusalFailure(context, call, outcome.refusal, outcome.retryAfterMs);
		case 'credential':
			return credentialFailure(context, call, outcome.problem);
		case 'no-answer':
			return outcome.code === 'ERR_CANCELED'
				? stoppedFailure(context, call, { sent: true })
				: noAnswerFailure(context, call, { code: outcome.code, repeatable });
	}
}

const LONGEST_REFUSAL_BYTES = 64 * 1024;

async function readText(body: unknown): Promise<string> {
	if (typeof body === 'string') return body;
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
		chunks.push(Buffer.from(chunk));
		size += chunk.length;
		if (size > LONGEST_REFUSAL_BYTES) break;
	}
	return Buffer.concat(chunks).toString('utf8');
}
