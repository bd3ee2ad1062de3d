import { createHmac, timingSafeEqual } from 'crypto';

import type { ApiVersion } from './transport';

/** interface.md part 6: one address of a request for each. */
export const callbackEvents = ['success', 'update', 'error'] as const;
export type CallbackEvent = (typeof callbackEvents)[number];

/** What an address that we wrote says when the service calls it. */
export interface Callback {
	event: CallbackEvent;
	requestId: string;
	documentId: string;
	apiVersion: ApiVersion;
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
		`proof=${proofOf({ event, nonce }, apiKey)}`,
	];
	return `${place}?${[...kept, ...own].join('&')}`;
}

/** Undefined when the query is not one of ours; whether to believe it, `isGenuine` says. */
export function readCallback(query: Record<string, unknown>): Callback | undefined {
	const [event, requestId, documentId, api, nonce, proof] = ownNames.map((name) => query[name]);
	if (!isEvent(event) || !isApiVersion(api)) return undefined;
	if (!isText(requestId) || !isText(nonce) || !isText(proof)) return undefined;
	return {
		event,
		requestId,
		documentId: isText(documentId) ? documentId : '',
		apiVersion: api,
		nonce,
		proof,
	};
}

/** Compared in constant time, so that nobody can guess a proof piece by piece. */
export function isGenuine(callback: Callback, apiKey: string): boolean {
	const expected = Buffer.from(proofOf(callback, apiKey));
	const given = Buffer.from(callback.proof);
	return given.length === expected.length && timingSafeEqual(given, expected);
}

function proofOf({ event, nonce }: Pick<Callback, 'event' | 'nonce'>, apiKey: string): string {
	// A key of its own: a proof travels in addresses and logs, and must say nothing about the API key.
	const key = createHmac('sha256', apiKey.trim()).update(KEY_PURPOSE).digest();
	return createHmac('sha256', key).update(`${event}\n${nonce}`).digest('hex');
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
