import { createHash, createHmac, timingSafeEqual } from 'crypto';
import { z } from 'zod/v3';

import type { Account } from '../account/account';
import type { ApiVersion } from '../client/call';
import { callbackEvents } from '../requests/callbackEvent';
import type { CallbackEvent } from '../requests/callbackEvent';
import type { RequestWithCallbacks } from '../requests/signatureRequest.schema';

const text = z.string().default('');

/** The parameters of a callback URL. Never `signature`: n8n keeps its own resume token under that name. */
const Query = z.object({
	event: z.enum(callbackEvents),
	request: z.string().min(1),
	document: text,
	/** Undefined in an address that was typed without it. */
	api: z.enum(['v1', 'v2', 'v3']).optional(),
	/** Who owns the request, when it was made for someone else: ownerHash(), else empty. */
	owner: text,
	/** Both empty in an address that we did not write. */
	nonce: text,
	proof: text,
	/** Whose signature an update is about; empty if the address does not name it. */
	sid: text,
});
const ownNames = [...Object.keys(Query.shape), 'target'];

/** What an address says when the service calls it. */
export interface Callback extends Pick<
	z.output<typeof Query>,
	'event' | 'owner' | 'nonce' | 'proof'
> {
	requestId: string;
	documentId: string;
	signatureId: string;
	apiVersion?: ApiVersion;
	/** Which webhook was called: the Path of a trigger, or the execution and the node that waits. */
	pathEnd: string;
}

const KEY_PURPOSE = 'n8n-nodes-esignature callback';

/**
 * The address for one event. Host, path and the parameters already there stay as they are; of these only
 * the end of the path is part of the proof: proxies change hosts, and put something before the path. Host and
 * path as they were written have a proof of their own, for us when we call the address. The service fills in the
 * placeholders and encodes the address itself, so they go in unencoded.
 */
export function writeCallback(
	address: string,
	{
		event,
		apiVersion,
		placeholderPrefix,
		namesSignature = false,
		creator,
		nonce,
		path,
		apiKey,
	}: {
		event: CallbackEvent;
		apiVersion: ApiVersion;
		placeholderPrefix: string;
		/** Whether the service has a placeholder for the signature (interface.md part 10). */
		namesSignature?: boolean;
		/** Who becomes the owner, unless it is the API user. */
		creator?: string;
		nonce: string;
		/** Of the trigger; undefined for a node that waits. */
		path?: string;
		apiKey: string;
	},
): string {
	const [withoutFragment = ''] = address.split('#');
	const [withoutQuery = '', ...query] = withoutFragment.split('?');
	const otherParameters = query
		.join('?')
		.split('&')
		.filter((pair) => pair !== '' && !ownNames.includes(pair.split('=')[0] ?? ''));
	const owner = creator === undefined ? '' : ownerHash(creator);
	const own = [
		`event=${event}`,
		`request=${placeholderPrefix}_SIGNATURE_REQUEST_ID`,
		`document=${placeholderPrefix}_DOCUMENT_ID`,
		...(namesSignature && event === 'update' ? [`sid=${placeholderPrefix}_SIGNATURE_ID`] : []),
		`api=${apiVersion}`,
		...(owner === '' ? [] : [`owner=${owner}`]),
		`nonce=${encodeURIComponent(nonce)}`,
		`proof=${proofOf({ event, apiVersion, owner, nonce, pathEnd: path ?? pathEndOf(withoutQuery) }, apiKey)}`,
		`target=${targetOf(withoutQuery, apiKey)}`,
	];
	return `${withoutQuery}?${[...otherParameters, ...own].join('&')}`;
}

/** Of a waiting execution the last two parts of the path are its id and the end that belongs to the node. */
function pathEndOf(address: string): string {
	return partsOf(address).slice(-2).join('/');
}

function partsOf(address: string): string[] {
	const whole = address.startsWith('/') ? `http://n8n${address}` : address;
	if (!URL.canParse(whole)) return [];
	return new URL(whole).pathname.split('/').filter((part) => part !== '');
}

/** Undefined when the call names no event and request. `checkCallback` decides whether to believe it. */
export function readCallback({
	query,
	path,
	pathEnd = pathEndOf(path),
}: {
	query: Record<string, unknown>;
	path: string;
	/** The Path of a trigger. */
	pathEnd?: string;
}): Callback | undefined {
	const { data } = Query.safeParse(query);
	if (!data) return undefined;
	const { request: requestId, document: documentId, sid: signatureId, api: apiVersion } = data;
	const { event, owner, nonce, proof } = data;
	return { event, requestId, documentId, signatureId, apiVersion, owner, nonce, proof, pathEnd };
}

/** Whether an address was written for this webhook with one of these keys; an empty one never counts. */
export function isGenuine(callback: Callback, apiKeys: string[]): boolean {
	return apiKeys
		.filter((apiKey) => apiKey.trim() !== '')
		.some((apiKey) => isEqual(callback.proof, proofOf(callback, apiKey)));
}

/** Whether a call came to this address, as the service keeps it: with placeholders, on any host. */
export function wasSentTo(address: string, callback: Callback): boolean {
	const written = readAddress(address);
	if (!written) return false;
	const compared = ['event', 'apiVersion', 'owner', 'nonce'] as const;
	const isSame = compared.every((name) => written[name] === callback[name]);
	const isThere = `/${partsOf(address).join('/')}`.endsWith(`/${callback.pathEnd}`);
	return isSame && isThere && isEqual(callback.proof, written.proof);
}

/** A Path of a trigger has at most so many parts; each number is tried where the Path is unknown. */
const MOST_PARTS = 5;

/** Reads an address that was written with one of these keys, whatever webhook it is for; undefined for any other. */
export function readOwnAddress(address: string, apiKeys: string[]): Callback | undefined {
	const parts = partsOf(address).slice(-MOST_PARTS);
	return parts
		.map((_, at) => readAddress(address, parts.slice(at).join('/')))
		.find((callback) => callback !== undefined && isGenuine(callback, apiKeys));
}

/** Whether host and path are still those for which the address was written with one of these keys. */
export function hasSameTarget(address: string, apiKeys: string[]): boolean {
	const target = queryOf(address).target ?? '';
	return apiKeys
		.filter((apiKey) => apiKey.trim() !== '')
		.some((apiKey) => isEqual(target, targetOf(address, apiKey)));
}

function readAddress(address: string, pathEnd?: string): Callback | undefined {
	return readCallback({ query: queryOf(address), path: address, pathEnd });
}

function queryOf(address: string): Record<string, string> {
	const query = new URLSearchParams(address.split('#')[0]?.split('?').slice(1).join('?'));
	return Object.fromEntries(query);
}

/** Short, and no email address in the logs of others. */
export function ownerHash(name: string): string {
	return createHash('sha256').update(foldName(name)).digest('hex').slice(0, 16);
}

/** The placeholder that the service left as it is: it knows it under another name. */
export function unreplacedPlaceholder({ requestId, documentId }: Callback): string | undefined {
	return [requestId, documentId].find((value) => /^[A-Z]+_[A-Z_]+_ID$/.test(value));
}

/** What the service does not fill in. */
type Proven = Pick<Callback, 'event' | 'apiVersion' | 'owner' | 'nonce' | 'pathEnd'>;

function proofOf({ event, apiVersion, owner, nonce, pathEnd }: Proven, apiKey: string): string {
	return proofFor(
		[event, apiVersion ?? '', nonce, pathEnd, ...(owner === '' ? [] : [owner])],
		apiKey,
	);
}

function targetOf(address: string, apiKey: string): string {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	const withoutQuery = url ? `${url.origin}${url.pathname}` : address;
	// A user and a password would be sent along, so they must be those that were written.
	const login = url && (url.username || url.password) ? [url.username, url.password] : [];
	return proofFor(['target', withoutQuery, ...login], apiKey).slice(0, 32);
}

function proofFor(facts: string[], apiKey: string): string {
	// A separate key: proofs appear in URLs and logs, and must reveal nothing about the API key.
	const key = createHmac('sha256', apiKey.trim()).update(KEY_PURPOSE).digest();
	return createHmac('sha256', key).update(JSON.stringify(facts)).digest('hex');
}

/** In constant time, so that no one can guess a secret piece by piece. */
export function isEqual(given: string, expected: string): boolean {
	const [one, other] = [Buffer.from(given), Buffer.from(expected)];
	return one.length === other.length && timingSafeEqual(one, other);
}

/** Names of users and their email addresses, to be compared: the service may spell them otherwise. */
export function foldName(name: string): string {
	return name.trim().toLowerCase();
}

export interface Owners extends Pick<Account, 'username' | 'apiKey' | 'previousApiKey'> {
	/** Whom Create named as Creator, where that is known. */
	creator?: string;
}

/**
 * Whether the request is one of the account's own: the API user owns it, or the person whom Create named as Creator,
 * which a callback address with our proof says. A reader or a writer is no owner. Where the service
 * does not show the owner, it counts as own.
 */
export function isOwnRequest(
	{ request: { owner }, callbackUrls }: RequestWithCallbacks,
	{ username, creator = username, apiKey, previousApiKey }: Owners,
): boolean {
	if (typeof owner !== 'string' || owner === '') return true;
	if ([username, creator].some((name) => foldName(name) === foldName(owner))) return true;
	// A stranger can copy an address, but not make it name another owner.
	const keys = [apiKey, previousApiKey];
	return Object.values(callbackUrls).some(
		(address) =>
			typeof address === 'string' && readOwnAddress(address, keys)?.owner === ownerHash(owner),
	);
}
