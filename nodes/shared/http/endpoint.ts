import type { IHttpRequestMethods } from 'n8n-workflow';

import type { Interface } from '../account/addresses';
import type { ExplainedRefusal } from './problemTable';

/**
 * A call of the service and what its failures mean, declared once. From that follow whether it may be sent again,
 * what an error says, which items run side by side, and what the tests try.
 */
export interface Endpoint {
	interface?: Interface;
	method: IHttpRequestMethods;
	/**
	 * Without the version. Each `{name}` stands for an id, which `callTo` fills in, and is named after the field that it
	 * comes from: `{signatureRequest}` is Signature Request. `{id}` comes from no field that an error could name.
	 */
	path: string;
	/** It is called without a login, and the token is not shown to it. */
	needsNoToken?: true;
	/** How to find out whether a call was carried out whose answer was lost. */
	lostAnswer?: string;
	/**
	 * For a call that is not sent again by itself, because it costs, but may be by the user without a look
	 * before: what to say when it is unknown whether it was carried out.
	 */
	ifUnanswered?: string;
	/** Refusals that mean something of their own here. */
	refusals?: readonly ExplainedRefusal[];
	/** By status: the key of a refusal that the service may send without one. */
	keys?: Record<number, string>;
}

/** An endpoint with its ids. */
export interface Target extends Endpoint {
	/** The labels of the fields that they come from. */
	idFields?: readonly string[];
}

/** The call of an endpoint with these ids, in the order of its path. */
export function callTo(endpoint: Endpoint, ...ids: string[]): Target {
	const left = [...ids];
	const idFields: string[] = [];
	const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
		const id = left.shift();
		// Without it the path would be that of the whole list.
		if (!id) throw new Error(`${endpoint.path} needs ${name}`);
		if (name !== 'id') idFields.push(labelOf(name));
		// Ids of signers and observers have no form that could be checked before.
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

/** Whether a second arrival does no harm: gone is gone, but what creates, changes or notifies is sent once. */
export function isRepeatable({ method }: Endpoint): boolean {
	return ['GET', 'DELETE'].includes(method);
}

/** What to say where it is unknown whether the service carried a call out; reads change nothing. */
export function afterLostAnswer(call: Endpoint): string | undefined {
	if (isRead(call)) return undefined;
	return call.ifUnanswered ?? `It may have gone through anyway. ${call.lostAnswer ?? ''}`.trim();
}
