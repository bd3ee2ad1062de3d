import type { z } from 'zod/v3';

import type { Call, CallContext } from '../../../shared/http/call';
import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import { callForJson } from '../../../shared/http/transport';
import { pickerField } from '../../../shared/operation/fields';
import {
	AnswerId,
	answerList,
	answerObject,
	maybeText,
	RequiredText,
} from '../../../shared/operation/scalars.schema';
import type { RequestRef } from '../../../shared/signatureRequest/readRequest';

/** The public regions say `id` where others say `user_id` or `group_id`. */
const Info = answerObject({
	id: maybeText,
	email: maybeText,
	user_id: maybeText,
	group_id: maybeText,
	name: maybeText,
});

/** Observers exist in v3 only (interface.md part 9); the service may add fields at any time. */
export const Observer = answerObject({
	id: AnswerId,
	type: maybeText,
	user_info: Info.optional().catch(undefined),
	group_info: Info.optional().catch(undefined),
});
export type Observer = z.infer<typeof Observer>;

/** It has no form of its own, but must be one part of a path: some proxies decode an encoded slash. */
export const ObserverId = RequiredText.refine(
	(id) => !/[/\\\p{Cc}\p{Cs}]|^\.{1,2}$/u.test(id),
	'is not an id of an observer; Get Many shows them',
);

export const observerField = pickerField({
	displayName: 'Observer',
	name: 'observerId',
	description: 'The observer to work on',
	search: 'searchObservers',
	what: 'an observer',
	example: 'ob_5c31f2a06d0b',
});

export function observerName({ id, user_info: user, group_info: group }: Observer): string {
	const names = [user?.email, user?.name, group?.name];
	const ids = [user?.id, user?.user_id, group?.id, group?.group_id];
	return [...names, ...ids].find(Boolean) ?? id;
}

export const getObservers: Endpoint = {
	method: 'GET',
	path: '/signature-requests/{signatureRequest}/observers',
};

export async function listObservers(
	context: CallContext,
	{ requestId, itemIndex }: Pick<RequestRef, 'requestId' | 'itemIndex'>,
): Promise<Observer[]> {
	const call: Call = { ...callTo(getObservers, requestId), version: 'v3', itemIndex };
	return await callForJson(context, call, answerList(Observer));
}
