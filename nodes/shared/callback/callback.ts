import { createHmac, timingSafeEqual } from 'crypto';

import type { ApiVersion } from '../http/call';
import { callbackEvents } from '../signatureRequest/callbackEvent';
import type { CallbackEvent } from '../signatureRequest/callbackEvent';

/** What an address says when the service calls it. */
export interface Callback {
	event: CallbackEvent;
	requestId: string;
	documentId: string;
	/** Undefined in an address that somebody has typed without it. */
	apiVersion?: ApiVersion;
	/** Both empty in an address that we did not write. */
	nonce: string;
	proof: string;
}

/** Never `signature`: n8n keeps its own resume token under that name. */
const ownNames = ['event', 'request', 'document', 'api', 'nonce', 'proof'];

const KEY_PURPOSE = 'n8n-nodes-esignature callback';

/**
 * The address for one event. Host, path and the parameters already there stay as they are and are not
 * part of the proof: proxies change hosts and paths. The service fills in the placeholders and encodes
 * the address itself, so they go in unencoded.
 */
export function writeCallback(
	address: string,
	{
		event,
		apiVersion,
		placeholderPrefix,
		nonce,
		apiKey,
	}: {
		event: CallbackEvent;
		apiVersion: ApiVersion;
		placeholderPrefix: string;
		nonce: string;
		apiKey: string;
	},
): string {
	const [withoutFragment = ''] = address.split('#');
	const [place = '', ...query] = withoutFragment.split('?');
	const kept = query
		.join('?')
		.split('&')
		.filter((pair) => pair !== '' && !ownNames.includes(pair.split('=')[0] ?? ''));
	const own = [
		`event=${event}`,
		`request=${placeholderPrefix}_SIGNATURE_REQUEST_ID`,
		`document=${placeholderPrefix}_DOCUMENT_ID`,
		`api=${apiVersion}`,
		`nonce=${encodeURIComponent(nonce)}`,
		`proof=${proofOf({ event, apiVersion, nonce }, apiKey)}`,
	];
	return `${place}?${[...kept, ...own].join('&')}`;
}

/** Undefined when the query names no event and request; whether to believe it, others say. */
export function readCallback(query: Record<string, unknown>): Callback | undefined {
	const [event, requestId, documentId, api, nonce, proof] = ownNames.map((name) => query[name]);
	if (!isEvent(event) || !isText(requestId)) return undefined;
	const rest = [documentId, api, nonce, proof];
	const isReadable = rest.every((value) => value === undefined || typeof value === 'string');
	if (!isReadable || (api !== undefined && !isApiVersion(api))) return undefined;
	return {
		event,
		requestId,
		documentId: isText(documentId) ? documentId : '',
		apiVersion: api,
		nonce: isText(nonce) ? nonce : '',
		proof: isText(proof) ? proof : '',
	};
}

/** Whether an address was written with one of these keys; an empty one is nobody's. */
export function isGenuine(callback: Callback, apiKeys: string[]): boolean {
	return apiKeys
		.filter((apiKey) => apiKey.trim() !== '')
		.some((apiKey) => isEqual(callback.proof, proofOf(callback, apiKey)));
}

/** Whether a call came to this address, as the service keeps it: with placeholders, on any host. */
export function cameTo(address: string, callback: Callback): boolean {
	const query = new URLSearchParams(address.split('#')[0]?.split('?').slice(1).join('?'));
	const written = readCallback(Object.fromEntries(query));
	if (!written) return false;
	const { event, apiVersion, nonce, proof } = callback;
	const isSame =
		written.event === event && written.apiVersion === apiVersion && written.nonce === nonce;
	return isSame && isEqual(proof, written.proof);
}

/** The placeholder that the service left as it is: it knows it under another name. */
export function unreplacedPlaceholder({ requestId, documentId }: Callback): string | undefined {
	return [requestId, documentId].find((value) => /^[A-Z]+_[A-Z_]+_ID$/.test(value));
}

function proofOf(
	{ event, apiVersion, nonce }: Pick<Callback, 'event' | 'apiVersion' | 'nonce'>,
	apiKey: string,
): string {
	// A key of its own: a proof travels in addresses and logs, and must say nothing about the API key.
	const key = createHmac('sha256', apiKey.trim()).update(KEY_PURPOSE).digest();
	return createHmac('sha256', key)
		.update(`${event}\n${apiVersion ?? ''}\n${nonce}`)
		.digest('hex');
}

/** In constant time, so that nobody can guess a secret piece by piece. */
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
