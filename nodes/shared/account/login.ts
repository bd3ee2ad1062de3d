import { createHash } from 'crypto';
import type { IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { readBeginning } from '../network/answer';
import { describeFault, faultCode } from '../network/connection';
import { parseJson } from '../network/json';
import { describeDuration, readRetryAfterMs, readServiceMs } from '../network/time';
import type { Interface } from './addresses';
import { CredentialProblem, wrongKey } from './credentialProblem';
import { isNearItsEnd, isOlderThan, isToken, readClock } from './token';
import type { TokenClock } from './token';
import { setBounded } from '../memory/processMemory';

type LoginVersion = 'v1' | 'v2';

export interface LoginAccount {
	interface: Interface;
	address: string;
	username: string;
	apiKey: string;
	loginVersion: LoginVersion;
}

/** Long enough for calls that started with no token at all, short enough that a credential test logs in. */
const SHARE_MS = 30_000;
/** A wrong key is not tried again for every item of a run: services lock accounts for that. */
const REMEMBER_REFUSAL_MS = 5_000;
const TIMEOUT_MS = 30_000;
/** No token is longer. */
const LONGEST_ANSWER_BYTES = 64 * 1024;

interface Obtained {
	token: string;
	clock?: TokenClock;
}

/** How a login ended; a value, because every call that waits for it needs it. */
type LoginOutcome = Obtained | { problem: CredentialProblem };

interface Login {
	pending?: Promise<LoginOutcome>;
	last?: LoginOutcome & { atMs: number };
}

const MOST_ACCOUNTS = 1_000;
/** For a refusal, and for a token that does not say when it ends. */
const USUAL_LIFETIME_MS = 24 * 60 * 60_000;

/** The logins of one process, by account; a token is kept no longer than it lives. */
export class Logins {
	readonly #byAccount = new Map<string, Login>();

	of(account: string, nowMs: number): Login {
		for (const [name, login] of this.#byAccount) {
			if (isOver(login, nowMs)) this.#byAccount.delete(name);
		}
		const login = this.#byAccount.get(account) ?? {};
		setBounded(this.#byAccount, account, login, MOST_ACCOUNTS);
		return login;
	}

	get size(): number {
		return this.#byAccount.size;
	}
}

function isOver({ pending, last }: Login, nowMs: number): boolean {
	if (pending || !last) return false;
	const ageMs = nowMs - last.atMs;
	const lifetimeMs = 'token' in last ? last.clock?.lifetimeMs : undefined;
	return ageMs >= (lifetimeMs ?? USUAL_LIFETIME_MS);
}

const logins = new Logins();

/**
 * A token for this account, other than the rejected one. n8n has no lock: fifty calls that
 * meet an expired token ask fifty times, and all of them get the outcome of a single login.
 */
export async function obtainToken(
	helper: IHttpRequestHelper,
	account: LoginAccount,
	rejected: string,
	nowMs = Date.now(),
): Promise<{ token: string; isNew: boolean }> {
	const login = logins.of(nameOf(account), nowMs);
	const known = reusable(login.last, rejected, nowMs);
	const outcome = known ?? (await joinOrStart(helper, account, login));
	if ('problem' in outcome) throw outcome.problem;
	return { token: outcome.token, isNew: known === undefined };
}

async function joinOrStart(helper: IHttpRequestHelper, account: LoginAccount, login: Login) {
	login.pending ??= logIn(helper, account).then((outcome) => {
		login.last = { ...outcome, atMs: Date.now() };
		login.pending = undefined;
		return outcome;
	});
	return await login.pending;
}

function reusable(last: Login['last'], rejected: string, nowMs: number): LoginOutcome | undefined {
	if (last === undefined) return undefined;
	const ageMs = nowMs - last.atMs;
	if ('problem' in last) {
		return last.problem.kind === 'wrong-key' && ageMs < REMEMBER_REFUSAL_MS ? last : undefined;
	}
	if (last.token === rejected || !isUsable(last, nowMs)) return undefined;
	// Another process got the refused one later, so that ours is no better.
	if (isOlderThan(last.token, rejected)) return undefined;
	return ageMs < SHARE_MS || rejected !== '' ? last : undefined;
}

/** Where the lifetime of a token is unknown, the service shows its end by refusing it. */
function isUsable({ token, clock }: Obtained, nowMs: number): boolean {
	return clock === undefined || !isNearItsEnd(token, nowMs, clock);
}

/**
 * Judges a token by the service's clock, which may differ from this machine's, as far as a login has shown it.
 * Another process may have obtained the token.
 */
export function isFresh(token: string, account: LoginAccount, nowMs = Date.now()): boolean {
	if (token === '') return false;
	const { last } = logins.of(nameOf(account), nowMs);
	const own = last !== undefined && 'token' in last ? last : undefined;
	if (own?.token === token) return isUsable(own, nowMs);
	return !isNearItsEnd(token, nowMs, own?.clock);
}

function nameOf(account: LoginAccount): string {
	const { address, username, apiKey, loginVersion } = account;
	return createHash('sha256')
		.update(JSON.stringify([account.interface, address, username, apiKey, loginVersion]))
		.digest('hex');
}

async function logIn(helper: IHttpRequestHelper, account: LoginAccount): Promise<LoginOutcome> {
	try {
		const outcome = readAnswer(await send(helper, loginCall(account), TIMEOUT_MS), account);
		return (await unlessDown(helper, account, outcome)) ?? outcome;
	} catch (error) {
		return problem({
			kind: 'unreachable',
			title: `${account.address} can't be reached: ${describeFault(faultCode(error))}`,
			remedy: 'Check the region or address in the credential, and the network of this n8n.',
		});
	}
}

/** A service that is down refuses right keys too, and a user would look for the fault in the credential. */
async function unlessDown(
	helper: IHttpRequestHelper,
	{ interface: target, address }: LoginAccount,
	outcome: LoginOutcome,
): Promise<LoginOutcome | undefined> {
	const isRefused = 'problem' in outcome && outcome.problem.kind === 'wrong-key';
	// The validation interface has no separate report.
	if (!isRefused || target !== 'signing' || !(await reportsDown(helper, address))) return undefined;
	return problem({
		kind: 'unavailable',
		title: `${address} is unavailable`,
		remedy: 'Try again in a few minutes. The username and API key may be right.',
	});
}

function problem(facts: ConstructorParameters<typeof CredentialProblem>[0]): LoginOutcome {
	return { problem: new CredentialProblem(facts) };
}

/** The validation interface knows only one login; signing knows a form (v1) and JSON (v2). */
function loginCall({ interface: target, address, username, apiKey, loginVersion }: LoginAccount) {
	const fields = { username, 'api-key': apiKey };
	const asForm = target === 'signing' && loginVersion === 'v1';
	const version = target === 'signing' ? loginVersion : 'v1';
	return {
		method: 'POST',
		url: `${address}/${version}/access/login`,
		headers: {
			'Content-Type': asForm ? 'application/x-www-form-urlencoded' : 'application/json',
			Accept: 'text/plain, application/json',
		},
		body: asForm ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
	} as const;
}

async function send(helper: IHttpRequestHelper, call: IHttpRequestOptions, timeoutMs: number) {
	const answer = (await helper.helpers.httpRequest({
		...call,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: timeoutMs,
	})) as IN8nHttpFullResponse;
	const bounds = { silenceMs: timeoutMs, wholeMs: timeoutMs, mostBytes: LONGEST_ANSWER_BYTES };
	return { ...answer, body: await readBeginning(answer.body, bounds) };
}

function readAnswer(
	{ statusCode, headers, body }: Awaited<ReturnType<typeof send>>,
	account: LoginAccount,
): LoginOutcome {
	if (statusCode >= 200 && statusCode < 300) {
		const token = tokenIn(body);
		if (isToken(token)) return { token, clock: clockOf(token, headers) };
	}
	if ([400, 401, 403].includes(statusCode)) {
		return problem({ kind: 'wrong-key', ...wrongKey });
	}
	const retryAfterMs = readRetryAfterMs(headers['retry-after'], Date.now());
	if (statusCode === 429) {
		const when = retryAfterMs === undefined ? 'a few minutes' : describeDuration(retryAfterMs);
		return problem({
			kind: 'rate-limited',
			retryAfterMs,
			title: 'Skribble got too many logins',
			remedy: `Wait ${when}, and try again.`,
		});
	}
	if (statusCode >= 500) {
		return problem({
			kind: 'unavailable',
			retryAfterMs,
			title: `${account.address} had an internal error (status ${statusCode})`,
			remedy: 'Try again in a few minutes.',
		});
	}
	return problem({
		kind: 'not-this-service',
		title: `${account.address} isn't a signing API (status ${statusCode} at login)`,
		remedy:
			'Check the region or address in the credential. Enter the base URL without a version or page.',
	});
}

function clockOf(token: string, headers: IN8nHttpFullResponse['headers']): TokenClock | undefined {
	return readClock(token, { serviceNowMs: readServiceMs(headers.date), nowMs: Date.now() });
}

/** Plain text by contract; older versions of the validation interface wrap it in JSON. */
function tokenIn(body: string): string {
	// Takes a byte order mark away too.
	const text = body.trim();
	if (!/^["{]/.test(text)) return text;
	const parsed = parseJson(text) as string | { accesstoken?: unknown } | undefined;
	return String(typeof parsed === 'string' ? parsed : (parsed?.accesstoken ?? ''));
}

const HEALTH_TIMEOUT_MS = 5_000;

/** Whether the service reports itself that it is not up. Any other answer, or none, is no such report. */
async function reportsDown(helper: IHttpRequestHelper, address: string): Promise<boolean> {
	try {
		const url = `${address}/management/health`;
		const headers = { Accept: 'application/json' };
		const { body } = await send(helper, { method: 'GET', url, headers }, HEALTH_TIMEOUT_MS);
		const report = parseJson(body) as { status?: unknown } | undefined;
		// As Spring's health endpoint names them; an error of another kind has a number here.
		return /^(down|out_of_service)$/i.test(String(report?.status));
	} catch {
		return false;
	}
}
