import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import type { Interface } from '../account/addresses';
import type { ExplainedRefusal } from './problemTable';
import type { ByteStream } from '../network/answer';

export type ApiVersion = 'v1' | 'v2' | 'v3';
/** The versions of the interface that an operation exists in; the first is that of a new node. */
export type Versions = readonly [ApiVersion, ...ApiVersion[]];
/** Every context that can store files. */
export type FileContext = IExecuteFunctions | IPollFunctions | IWebhookFunctions;
export type CallContext = FileContext | ILoadOptionsFunctions;

/** Whether Skribble has carried out a call: `unknown` if an answer was lost, or an error doesn't show it. */
export type Outcome = 'done' | 'refused' | 'unknown';

/** One call of the interface, declared once: retries, error texts, the order of items, and tests follow from it. */
export interface Endpoint {
	interface?: Interface;
	method: IHttpRequestMethods;
	/**
	 * Without the version. `callTo` replaces each `{name}` with an ID. The name is that of the field with the ID:
	 * `{signatureRequest}` is Signature Request. `{id}` comes from no field that an error could name.
	 */
	path: string;
	/** The call needs no login, so it doesn't get the token. */
	needsNoToken?: true;
	/** For an error: how users find out whether a call with an unknown outcome was carried out. */
	howToCheck?: string;
	/**
	 * Users may simply run the call again: it changes nothing, but costs. So an unknown outcome counts as a refusal,
	 * and `howToCheck` is all that an error says about it.
	 */
	changesNothing?: true;
	/** Refusals with another meaning than in other calls. */
	refusals?: readonly ExplainedRefusal[];
	/** By status: the key of a refusal that Skribble may send without one. */
	keys?: Record<number, string>;
}

/** An endpoint with its IDs. */
export interface Target extends Endpoint {
	/** The labels of the fields with these IDs. */
	idFields?: readonly string[];
}

export interface Call extends Target {
	version: ApiVersion;
	query?: IDataObject;
	body?: Body;
	accept?: string;
	/** Hidden if Skribble repeats them. */
	secretHeaders?: Record<string, string>;
	/** `stream` returns the body unread. */
	answerAs?: 'text' | 'stream';
	/** Leaves the proofs in callback URLs as they are, for a caller that compares them and shows none. */
	keepsProofs?: boolean;
	/** Reports the first failure at once, because the other end waits for us. */
	failFast?: boolean;
	/** Refusals that the caller handles. */
	alsoAccept?: number[];
	/** The one feature of this call that Skribble may not have activated. */
	feature?: string;
	/** Expected bytes of the answer, for the timeout. */
	expectedBytes?: number;
	/** Instead of the timeout that follows from the size. */
	timeoutSeconds?: number;
	itemIndex: number;
}

export interface Answer {
	/** `refused` or `unknown` only for a status in `alsoAccept`: `unknown` after an attempt that may have succeeded. */
	outcome: Outcome;
	status: number;
	headers: IDataObject;
	body: unknown;
}

/** The call of an endpoint with these IDs, in the order of its path. */
export function callTo(endpoint: Endpoint, ...ids: string[]): Target {
	const left = [...ids];
	const idFields: string[] = [];
	const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
		const id = left.shift();
		// Without it the path would be that of the whole list.
		if (!id) throw new Error(`${endpoint.path} needs ${name}`);
		if (name !== 'id') idFields.push(labelOf(name));
		// The form doesn't check IDs of signers and observers.
		return encodeURIComponent(id);
	});
	return { ...endpoint, path, idFields };
}

/** `signatureRequest` is Signature Request. */
function labelOf(name: string): string {
	return name.replace(/^[a-z]|[A-Z]/g, (letter, at) => (at ? ` ${letter}` : letter.toUpperCase()));
}

export function isRead({ method }: Endpoint): boolean {
	return method === 'GET';
}

/** A second delete does no harm, but a call that creates, changes, or notifies is sent once. */
export function isRepeatable({ method }: Endpoint): boolean {
	return ['GET', 'DELETE'].includes(method);
}

/**
 * Reads a file only when the call has its permit, so that the files of many items aren't in memory together. A stream
 * can be read only once, so every attempt opens it again.
 */
export type Body =
	/** `withFile` is sent instead of `json`, and contains all of it. */
	| { json: IDataObject; withFile?: { read: () => Promise<Buffer>; lengthBytes: number } }
	| { bytes: Buffer; mediaType: string }
	| { open: () => Promise<ByteStream>; lengthBytes: number; mediaType: string };

export function bodyHeaders(body: Body | undefined): IDataObject {
	if (body === undefined) return {};
	if ('json' in body) return { 'Content-Type': 'application/json' };
	return { 'Content-Type': body.mediaType, 'Content-Length': lengthOf(body) };
}

export function isStreamed(body: Body | undefined): boolean {
	return body !== undefined && 'open' in body;
}

export async function openBody(
	body: Body | undefined,
): Promise<string | Buffer | ByteStream | undefined> {
	if (body === undefined) return undefined;
	if ('json' in body) return (await body.withFile?.read()) ?? JSON.stringify(body.json);
	return 'bytes' in body ? body.bytes : await body.open();
}

/** Otherwise a stream that isn't read to its end keeps its file open. */
export function closeBody(opened: Awaited<ReturnType<typeof openBody>>): void {
	if (typeof opened !== 'object' || Buffer.isBuffer(opened)) return;
	// Closing early is an error to Node. Without a listener it would end the process.
	opened.on('error', () => undefined);
	opened.destroy();
}

/** JSON without a file is small; only files count. */
export function lengthOf(body: Body | undefined): number {
	if (body === undefined) return 0;
	if ('json' in body) return body.withFile?.lengthBytes ?? 0;
	return 'bytes' in body ? body.bytes.length : body.lengthBytes;
}
