import { createHash, createHmac, timingSafeEqual } from 'crypto';

import { foldName } from './name';
import type { ApiVersion } from '../http/call';
import { callbackEvents } from '../signatureRequest/callbackEvent';
import type { CallbackEvent } from '../signatureRequest/callbackEvent';

/** What an address says when the service calls it. */
export interface Callback {
	event: CallbackEvent;
	requestId: string;
	documentId: string;
	/** Whose signature an update is about; empty where the address has no place for it. */
	signatureId: string;
	/** Undefined in an address that was typed without it. */
	apiVersion?: ApiVersion;
	/** Who owns the request, when it was made for someone else: ownerMark(), else empty. */
	owner: string;
	/** Both empty in an address that we did not write. */
	nonce: string;
	proof: string;
	/** Which webhook was called: the Path of a trigger, or the execution and the node that waits. */
	pathEnd: string;
}

/** Never `signature`: n8n keeps its own resume token under that name. */
const ownNames = [
	'event',
	'request',
	'document',
	'api',
	'owner',
	'nonce',
	'proof',
	'sid',
	'target',
];

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
	const [place = '', ...query] = withoutFragment.split('?');
	const kept = query
		.join('?')
		.split('&')
		.filter((pair) => pair !== '' && !ownNames.includes(pair.split('=')[0] ?? ''));
	const owner = creator === undefined ? '' : ownerMark(creator);
	const own = [
		`event=${event}`,
		`request=${placeholderPrefix}_SIGNATURE_REQUEST_ID`,
		`document=${placeholderPrefix}_DOCUMENT_ID`,
		...(namesSignature && event === 'update' ? [`sid=${placeholderPrefix}_SIGNATURE_ID`] : []),
		`api=${apiVersion}`,
		...(owner === '' ? [] : [`owner=${owner}`]),
		`nonce=${encodeURIComponent(nonce)}`,
		`proof=${proofOf({ event, apiVersion, owner, nonce, pathEnd: path ?? pathEndOf(place) }, apiKey)}`,
		`target=${targetOf(place, apiKey)}`,
	];
	return `${place}?${[...kept, ...own].join('&')}`;
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
	const [event, requestId, documentId, api, owner, nonce, proof, sid] = ownNames.map(
		(name) => query[name],
	);
	if (!isEvent(event) || !isText(requestId)) return undefined;
	const rest = [documentId, api, owner, nonce, proof, sid];
	const isReadable = rest.every((value) => value === undefined || typeof value === 'string');
	if (!isReadable || (api !== undefined && !isApiVersion(api))) return undefined;
	return {
		event,
		requestId,
		documentId: isText(documentId) ? documentId : '',
		signatureId: isText(sid) ? sid : '',
		apiVersion: api,
		owner: isText(owner) ? owner : '',
		nonce: isText(nonce) ? nonce : '',
		proof: isText(proof) ? proof : '',
		pathEnd,
	};
}

/** Whether an address was written for this webhook with one of these keys; an empty one never counts. */
export function isGenuine(callback: Callback, apiKeys: string[]): boolean {
	return apiKeys
		.filter((apiKey) => apiKey.trim() !== '')
		.some((apiKey) => isEqual(callback.proof, proofOf(callback, apiKey)));
}

/** Whether a call came to this address, as the service keeps it: with placeholders, on any host. */
export function cameTo(address: string, callback: Callback): boolean {
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
export function isUnmoved(address: string, apiKeys: string[]): boolean {
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
export function ownerMark(name: string): string {
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
	const place = url ? `${url.origin}${url.pathname}` : address;
	// A user and a password would be sent along, so they must be those that were written.
	const login = url && (url.username || url.password) ? [url.username, url.password] : [];
	return proofFor(['target', place, ...login], apiKey).slice(0, 32);
}

function proofFor(facts: string[], apiKey: string): string {
	// A key of its own: a proof travels in addresses and logs, and must say nothing about the API key.
	const key = createHmac('sha256', apiKey.trim()).update(KEY_PURPOSE).digest();
	return createHmac('sha256', key).update(JSON.stringify(facts)).digest('hex');
}

/** In constant time, so that no one can guess a secret piece by piece. */
export function isEqual(given: string, expected: string): boolean {
	const [one, other] = [Buffer.from(given), Buffer.from(expected)];
	return one.length === other.length && timingSafeEqual(one, other);
}

function isEvent(value: unknown): value is CallbackEvent {
	return callbackEvents.some((event) => event === value);
}

function isApiVersion(value: unknown): value is ApiVersion {
	return value === 'v1' || value === 'v2' || value === 'v3';
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}
