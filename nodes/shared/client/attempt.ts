import type {
	IAdditionalCredentialOptions,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { addressesOf } from '../account/addresses';
import { CredentialProblem } from '../account/credentialProblem';
import { hasChanged, hasKnownToken, withCredentialCopy } from '../account/account';
import { AnswerTooLong, HTML, mediaTypeOf, readBeginning, readText } from '../network/answer';
import type { ByteStream } from '../network/answer';
import { faultCode } from '../network/connection';
import { LONGEST_TIMER_MS, readRetryAfterMs } from '../network/time';
import { bodyHeaders, closeBody, lengthOf, openBody } from './call';
import type { Answer, Call, CallContext } from './call';
import { secretsForAnswer, secretsForRefusal, redactAnswer, redactRefusal } from './redact';
import { isTokenKey, readRefusal } from './problem';
import type { Refusal } from './problem';

type Credentials = ICredentialDataDecryptedObject;

export type FailedAttempt =
	/** `isLoginLeft`: the token was not a new one, so a login may help. */
	| { kind: 'refused'; refusal: Refusal; retryAfterMs?: number; isLoginLeft?: boolean }
	| { kind: 'credential'; problem: CredentialProblem }
	| { kind: 'no-answer'; code?: string }
	/** Not from Skribble: a page of a proxy, or gigabytes. */
	| { kind: 'foreign' };

export type AttemptResult = { kind: 'answer'; answer: Answer } | FailedAttempt;

interface AttemptOptions {
	loginOn403: boolean;
}

/** One HTTP exchange. It never throws what n8n throws, because that contains the token. */
export async function attemptCall(
	context: CallContext,
	call: Call,
	attemptOptions: AttemptOptions,
): Promise<AttemptResult> {
	const result = await attemptOnce(context, call, attemptOptions);
	// Safe to retry: a refused login means that nothing was sent. The user may have fixed the credential meanwhile.
	const isRefusedLogin = result.kind === 'credential' && result.problem.kind === 'wrong-key';
	if (!isRefusedLogin || !(await hasChanged(context))) return result;
	return await attemptOnce(context, call, attemptOptions);
}

async function attemptOnce(
	context: CallContext,
	call: Call,
	{ loginOn403 }: AttemptOptions,
): Promise<AttemptResult> {
	// n8n logs in and repeats the call on these statuses. All others come back as answers.
	const loginStatuses = loginOn403 ? [401, 403] : [401];
	return await withCredentialCopy(context, async (credentials) => {
		const body = await openBody(call.body);
		const options = requestOptions(call, body, loginStatuses);
		try {
			const response = call.needsNoToken
				? await context.helpers.httpRequest(withoutToken(options, credentials))
				: await context.helpers.httpRequestWithAuthentication.call(
						context,
						'eSignatureApi',
						options,
						{ preAuthenticationRetryStatusCode: loginStatuses, ...alreadyRead(credentials) },
					);
			return await readResponse(credentials, call, response as IN8nHttpFullResponse);
		} catch (error) {
			return await readThrown(credentials, call, error);
		} finally {
			// After an answer or a failure, the rest of it isn't read.
			closeBody(body);
		}
	});
}

function requestOptions(
	call: Call,
	body: Awaited<ReturnType<typeof openBody>>,
	loginStatuses: number[],
): IHttpRequestOptions {
	return {
		method: call.method,
		baseURL: call.interface ?? 'signing',
		url: `/${call.version}${call.path}`,
		qs: call.query,
		headers: {
			Accept: call.accept ?? 'application/json',
			...bodyHeaders(call.body),
			...call.secretHeaders,
		},
		body: body as IHttpRequestOptions['body'],
		encoding: 'stream',
		returnFullResponse: true,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: { ignore: true, except: loginStatuses },
		timeout: callTimeoutMs(call),
	};
}

/** Only the address comes from the credential. */
function withoutToken(options: IHttpRequestOptions, credentials: Credentials): IHttpRequestOptions {
	const addresses = addressesOf(credentials);
	const target = options.baseURL as keyof typeof addresses;
	return { ...options, baseURL: addresses[target], ignoreHttpStatusErrors: true };
}

/** Otherwise n8n reads and decrypts the credential for each call. */
function alreadyRead(data: Credentials): IAdditionalCredentialOptions {
	return { credentialsDecrypted: { id: '', name: '', type: 'eSignatureApi', data } };
}

async function readResponse(
	credentials: Credentials,
	call: Call,
	{ statusCode: status, headers, body }: IN8nHttpFullResponse,
): Promise<AttemptResult> {
	if (status >= 200 && status < 300) {
		if (!isPage(call, headers)) {
			const answer = { status, headers, body: await asAsked(credentials, call, body) };
			return { kind: 'answer', answer: { outcome: 'done', ...answer } };
		}
		closeBody(body as ByteStream);
		return { kind: 'foreign' };
	}
	const text = await readRefused(credentials, call, body);
	const refusal = readRefusal(status, text, call.keys);
	const isTokenProblem = status === 403 && isTokenKey(refusal.key);
	if (call.alsoAccept?.includes(status) && !isTokenProblem) {
		return { kind: 'answer', answer: { outcome: 'refused', status, headers, body: text } };
	}
	const retryAfterMs = readRetryAfterMs(headers['retry-after'], Date.now());
	return { kind: 'refused', refusal, retryAfterMs };
}

/** An unexpected web page comes from a proxy. Downloads check their content themselves. */
function isPage({ answerAs, accept }: Call, headers: IN8nHttpFullResponse['headers']): boolean {
	if (answerAs === 'stream' || accept === HTML) return false;
	return mediaTypeOf(headers) === HTML;
}

/** n8n's errors contain the token in their request options, so no part of them is passed on. */
async function readThrown(
	credentials: Credentials,
	call: Call,
	error: unknown,
): Promise<AttemptResult> {
	if (error instanceof AnswerTooLong) return { kind: 'foreign' };
	const { cause, httpCode } = error as { cause?: unknown; httpCode?: string | null };
	// Thrown by the credential inside n8n's helper, or by us.
	const problem = [error, cause].find((one) => one instanceof CredentialProblem);
	if (problem) return { kind: 'credential', problem };
	const response = (cause as { response?: { status?: number; data?: unknown } } | undefined)
		?.response;
	const status = response?.status ?? Number(httpCode);
	if (status !== 401 && status !== 403) return { kind: 'no-answer', code: faultCode(error) };
	// Calls for a file get the refusal as a stream too.
	const text = await readRefused(credentials, call, response?.data).catch(() => '');
	const refusal = readRefusal(status, text, call.keys);
	return { kind: 'refused', refusal, isLoginLeft: hasKnownToken(credentials) };
}

/** Far more than the longest list. */
const LONGEST_ANSWER_BYTES = 128 * 1024 * 1024;
const LONGEST_REFUSAL_BYTES = 8 * 1024 * 1024;

/** Without our secrets, because the body may end in an output, an error, a hint, or a log. */
async function asAsked(credentials: Credentials, call: Call, body: unknown): Promise<unknown> {
	if (call.answerAs === 'stream') return body;
	const text = await readText(body, boundsOf(call, LONGEST_ANSWER_BYTES));
	return redactAnswer(text, secretsForAnswer(credentials, call), call);
}

/** Skribble may repeat what we sent, so our secrets are removed here too. */
async function readRefused(credentials: Credentials, call: Call, body: unknown): Promise<string> {
	const text = await readBeginning(body, boundsOf(call, LONGEST_REFUSAL_BYTES));
	return text === '' ? '' : redactRefusal(text, secretsForRefusal(credentials, call));
}

function boundsOf(call: Call, mostBytes: number) {
	const silenceMs = callTimeoutMs(call);
	return { silenceMs, wholeMs: call.failFast ? silenceMs : undefined, mostBytes };
}

const BASE_TIMEOUT_MS = 60_000;
const SLOWEST_BYTES_PER_SECOND = 200_000;

/** n8n counts the time of the transfer too, so the timeout grows with the size. */
export function timeoutMs(bytes: number): number {
	return BASE_TIMEOUT_MS + Math.ceil(bytes / SLOWEST_BYTES_PER_SECOND) * 1000;
}

/** Until the answer begins, and between two chunks of it. */
export function callTimeoutMs({ timeoutSeconds, body, expectedBytes = 0 }: Call): number {
	const ms = timeoutSeconds ? timeoutSeconds * 1000 : timeoutMs(lengthOf(body) + expectedBytes);
	return Math.min(ms, LONGEST_TIMER_MS);
}
