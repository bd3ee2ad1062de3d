import type {
	IAdditionalCredentialOptions,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { addressesOf } from '../account/addresses';
import { CredentialProblem } from '../account/credentialProblem';
import { hasChanged, lendCredentials } from '../account/credentials';
import { AnswerTooLong, readBeginning, readText } from '../network/answer';
import { HTML, mediaTypeOf } from '../network/contentType';
import { faultCode } from '../network/connection';
import { LONGEST_TIMER_MS, readRetryAfterMs } from '../network/retryAfter';
import { bodyHeaders, closeBody, lengthOf, openBody } from './body';
import type { ByteStream } from './body';
import type { Answer, Call, CallContext } from './call';
import { secretsForAnswer, secretsForRefusal } from './ownSecrets';
import { readRefusal } from './problem';
import type { Refusal } from './problem';
import { redactAnswer, redactRefusal } from './redact';
import { timeoutMs } from './retry';

export type Outcome =
	| { kind: 'answer'; answer: Omit<Answer, 'mayBeDone'> }
	/** `isLoginLeft`: the token was not a new one, so that a login may help. */
	| { kind: 'refused'; refusal: Refusal; retryAfterMs?: number; isLoginLeft?: boolean }
	| { kind: 'credential'; problem: CredentialProblem }
	| { kind: 'no-answer'; code?: string }
	/** Not the service's: a page of a proxy, or gigabytes. */
	| { kind: 'foreign' };

interface ExchangeOptions {
	loginOn403: boolean;
}

/** One call and what became of it; never throws what n8n throws, which holds the token. */
export async function exchange(
	context: CallContext,
	call: Call,
	how: ExchangeOptions,
): Promise<Outcome> {
	const outcome = await attempt(context, call, how);
	// The login was refused, so that nothing was done; the credential may have been fixed while the run goes on.
	const isRefusedLogin = outcome.kind === 'credential' && outcome.problem.kind === 'wrong-key';
	if (!isRefusedLogin || !(await hasChanged(context))) return outcome;
	return await attempt(context, call, how);
}

async function attempt(
	context: CallContext,
	call: Call,
	{ loginOn403 }: ExchangeOptions,
): Promise<Outcome> {
	// n8n logs in again and repeats by itself on these statuses; all others come back as answers.
	const loginStatuses = loginOn403 ? [401, 403] : [401];
	const { data, giveBack, isLoginLeft } = await lendCredentials(context);
	const body = await openBody(call.body);
	const options: IHttpRequestOptions = {
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
		timeout: limitMs(call),
	};
	try {
		const response = call.needsNoToken
			? await context.helpers.httpRequest(withoutToken(options, data))
			: await context.helpers.httpRequestWithAuthentication.call(
					context,
					'eSignatureApi',
					options,
					{ preAuthenticationRetryStatusCode: loginStatuses, ...alreadyRead(data) },
				);
		return await readOutcome(data, call, response as IN8nHttpFullResponse);
	} catch (error) {
		const outcome = await readThrown(data, call, error);
		return outcome.kind === 'refused' ? { ...outcome, isLoginLeft: isLoginLeft() } : outcome;
	} finally {
		giveBack();
		// Answered or cut off, the rest of it is not read.
		closeBody(body);
	}
}

/** The credential says only where the service is. */
function withoutToken(
	options: IHttpRequestOptions,
	credentials: ICredentialDataDecryptedObject,
): IHttpRequestOptions {
	const addresses = addressesOf(credentials);
	const target = options.baseURL as keyof typeof addresses;
	return { ...options, baseURL: addresses[target], ignoreHttpStatusErrors: true };
}

/** Within this time something has to come. */
export function limitMs({ timeoutSeconds, body, expectedBytes = 0 }: Call): number {
	const ms = timeoutSeconds ? timeoutSeconds * 1000 : timeoutMs(lengthOf(body) + expectedBytes);
	return Math.min(ms, LONGEST_TIMER_MS);
}

function boundsOf(call: Call) {
	const silenceMs = limitMs(call);
	return { silenceMs, wholeMs: call.failFast ? silenceMs : undefined };
}

/** Hands n8n the credential that was read already: otherwise n8n reads and decrypts it for each call. */
function alreadyRead(data: ICredentialDataDecryptedObject): IAdditionalCredentialOptions {
	return { credentialsDecrypted: { id: '', name: '', type: 'eSignatureApi', data } };
}

async function readOutcome(
	credentials: ICredentialDataDecryptedObject,
	call: Call,
	response: IN8nHttpFullResponse,
): Promise<Outcome> {
	const { statusCode: status, headers, body } = response;
	const succeeded = status >= 200 && status < 300;
	if (succeeded && isPage(call, headers)) {
		closeBody(body as ByteStream);
		return { kind: 'foreign' };
	}
	if (succeeded)
		return {
			kind: 'answer',
			answer: { status, headers, body: await asAsked(credentials, call, body) },
		};

	const text = await readRefused(credentials, call, body);
	const refusal = readRefusal(status, text, call.keys);
	const isTokenProblem = status === 403 && /^error\.auth\.token_/.test(refusal.key ?? '');
	if (call.alsoAccept?.includes(status) && !isTokenProblem) {
		return { kind: 'answer', answer: { status, headers, body: text } };
	}
	const retryAfterMs = readRetryAfterMs(headers['retry-after'], Date.now());
	return { kind: 'refused', refusal, retryAfterMs };
}

/**
 * Whether the answer is a web page that was not asked for: it comes from a proxy. Callers check downloads
 * themselves.
 */
function isPage({ answerAs, accept }: Call, headers: IN8nHttpFullResponse['headers']): boolean {
	if (answerAs === 'stream' || accept === HTML) return false;
	return mediaTypeOf(headers) === HTML;
}

/** Far more than the longest list; the service does not send more. */
const LONGEST_ANSWER_BYTES = 128 * 1024 * 1024;

/** The body without our secrets, because it may end in an output, an error, a hint or a log. */
async function asAsked(
	credentials: ICredentialDataDecryptedObject,
	call: Call,
	body: unknown,
): Promise<unknown> {
	if (call.answerAs === 'stream') return body;
	const bounds = { ...boundsOf(call), mostBytes: LONGEST_ANSWER_BYTES };
	return redactAnswer(await readText(body, bounds), secretsForAnswer(credentials, call), call);
}

/** What n8n throws holds the token in its request options, so nothing of it is passed on. */
async function readThrown(
	credentials: ICredentialDataDecryptedObject,
	call: Call,
	error: unknown,
): Promise<Outcome> {
	if (error instanceof AnswerTooLong) return { kind: 'foreign' };
	const { cause, httpCode } = error as { cause?: unknown; httpCode?: string | null };
	// Thrown by the credential inside n8n's helper, or by us.
	const problem = [error, cause].find((one) => one instanceof CredentialProblem);
	if (problem) return { kind: 'credential', problem };
	const response = (cause as { response?: { status?: number; data?: unknown } } | undefined)
		?.response;
	const status = response?.status ?? Number(httpCode);
	if (status === 401 || status === 403) {
		// Where a file was asked for, the refusal comes as a stream too.
		const text = await readRefused(credentials, call, response?.data).catch(() => '');
		return { kind: 'refused', refusal: readRefusal(status, text, call.keys) };
	}
	return { kind: 'no-answer', code: faultCode(error) };
}

const LONGEST_REFUSAL_BYTES = 8 * 1024 * 1024;

/** The service may repeat what it was sent; nothing of that is passed on. */
async function readRefused(
	credentials: ICredentialDataDecryptedObject,
	call: Call,
	body: unknown,
): Promise<string> {
	const bounds = { ...boundsOf(call), mostBytes: LONGEST_REFUSAL_BYTES };
	const text = await readBeginning(body, bounds);
	return text === '' ? '' : redactRefusal(text, secretsForRefusal(credentials, call));
}
