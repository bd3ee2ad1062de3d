import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import type { CallContext } from '../../../shared/http/call';
import { callForJson } from '../../../shared/http/transport';
import { answerObject, RequiredText } from '../../../shared/operation/scalars.schema';
import { pathOf } from '../../../shared/signatureRequest/readRequest';
import type { RequestPlace } from '../../../shared/signatureRequest/readRequest';

const maybeText = z.string().optional().catch(undefined);
const Info = answerObject({
	email: maybeText,
	user_id: maybeText,
	group_id: maybeText,
	name: maybeText,
});

/** Observers exist in v3 only (interface.md part 9); the service may add fields at any time. */
export const Observer = answerObject({
	id: z.string(),
	type: maybeText,
	user_info: Info.optional().catch(undefined),
	group_info: Info.optional().catch(undefined),
});
export type Observer = z.infer<typeof Observer>;

export const ObserverId = RequiredText.regex(
	/^ob_[\w-]+$/,
	'is not an id of an observer; these begin with ob_',
);

export const observerField: INodeProperties = {
	displayName: 'Observer',
	name: 'observerId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The observer to work on',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose an observer…',
			typeOptions: { searchListMethod: 'searchObservers', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. ob_5c31f2a06d0b' },
	],
};

export function observerName({ id, user_info: user, group_info: group }: Observer): string {
	return [user?.email, user?.name, group?.name, user?.user_id, group?.group_id].find(Boolean) ?? id;
}

export async function listObservers(
	context: CallContext,
	{ requestId, itemIndex }: Pick<RequestPlace, 'requestId' | 'itemIndex'>,
): Promise<Observer[]> {
	const path = pathOf(requestId, 'observers');
	return await callForJson(
		context,
		{ version: 'v3', method: 'GET', path, itemIndex },
		z.array(Observer),
	);
}
