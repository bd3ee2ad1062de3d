import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod/v3';

import type { Call, CallContext, Endpoint } from '../../shared/client/call';
import { callTo } from '../../shared/client/call';
import { callForJson } from '../../shared/client/callService';
import { pickerField } from '../../shared/form/fields';
import { AnswerId, answerList, answerObject, maybeText } from '../../shared/client/answerSchema';
import { textThat } from '../../shared/form/readers';
import type { RequestRef } from '../../shared/requests/readRequest';

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

export const observerField = pickerField({
	displayName: 'Observer',
	name: 'observerId',
	description: 'Choose it from the list, or enter its ID',
	search: 'searchObservers',
	what: 'an observer',
	example: 'ob_5c31f2a06d0b',
	forModel: 'ID of the observer',
	// Its format is unknown, but it must be one part of a path: some proxies decode an encoded slash.
	reader: textThat(
		(id) => !/[/\\\p{Cc}\p{Cs}]|^\.{1,2}$/u.test(id),
		"isn't the ID of an observer\nObserver: Get Many shows the IDs.",
	),
});

export function observerName({ id, user_info: user, group_info: group }: Observer): string {
	const names = [user?.email, user?.name, group?.name];
	const ids = [user?.id, user?.user_id, group?.id, group?.group_id];
	return [...names, ...ids].find(Boolean) ?? id;
}

/** The body of POST /signature-requests/{id}/observers. */
export function observerBody({
	email,
	userId,
	groupId,
}: Partial<Record<'email' | 'userId' | 'groupId', string>>): IDataObject {
	return groupId === undefined
		? { type: 'USER', email, user_id: userId }
		: { type: 'GROUP', group_id: groupId };
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
