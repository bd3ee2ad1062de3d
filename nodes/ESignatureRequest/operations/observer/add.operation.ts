import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { Call } from '../../../shared/http/call';
import { callTo } from '../../../shared/http/endpoint';
import { callForJson } from '../../../shared/http/transport';
import { sendOnce } from '../../../shared/operation/once';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { Email, oneOf, RequiredText, Uuid } from '../../../shared/operation/scalars.schema';
import { addObserverEndpoint } from '../endpoints';
import { requestField } from '../requestField';
import { observerBody } from './observer.body';
import { Observer } from './observer.schema';

const option: Operation['option'] = {
	name: 'Add',
	value: 'add',
	action: 'Add observer',
	description: 'Give someone read access to a request, outside the signing (V3)',
};

const forAgents = 'Add an observer, a person or a group, who can read a request and its documents';

/** None of those that follow Who Observes is required: n8n shows all three where an expression chooses. */
const fields: INodeProperties[] = [
	requestField,
	{
		displayName: 'Who Observes',
		name: 'kind',
		type: 'options',
		default: 'email',
		options: [
			{ name: 'Group', value: 'group', description: 'Everyone in a group of your business' },
			{ name: 'User by Email', value: 'email' },
			{ name: 'User by ID', value: 'user' },
		],
		description: 'How the observer is found',
	},
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. ann@example.com',
		displayOptions: { show: { kind: ['email'] } },
		description: 'Address of the user who may read along',
	},
	{
		displayName: 'User ID',
		name: 'userId',
		type: 'string',
		default: '',
		placeholder: 'e.g. usr_4f1b7c2d',
		displayOptions: { show: { kind: ['user'] } },
		description: 'ID of the user who may read along',
	},
	{
		displayName: 'Group ID',
		name: 'groupId',
		type: 'string',
		default: '',
		placeholder: 'e.g. gr_5c31f2a0',
		displayOptions: { show: { kind: ['group'] } },
		description: 'ID of the group whose members may read along',
	},
];

const Parameters = z.object({ requestId: Uuid, kind: oneOf('email', 'user', 'group') });
const ByEmail = z.object({ email: Email });
const ByUser = z.object({ userId: RequiredText });
const ByGroup = z.object({ groupId: RequiredText });

async function execute(item: ItemContext) {
	const { context, itemIndex } = item;
	const { requestId, kind } = item.read(Parameters);
	const call: Call = {
		...callTo(addObserverEndpoint, requestId),
		version: 'v3',
		body: { json: bodyFor(item, kind) },
		feature: kind === 'group' ? 'observerGroups' : undefined,
		itemIndex,
	};
	const json = await sendOnce(context, itemIndex, {
		what: 'this observer',
		send: async () => await callForJson(context, call, Observer),
	});
	return { json };
}

function bodyFor(item: ItemContext, kind: z.output<typeof Parameters>['kind']): IDataObject {
	if (kind === 'group') return observerBody(item.read(ByGroup));
	return observerBody(kind === 'email' ? item.read(ByEmail) : item.read(ByUser));
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	versions: ['v3'],
	endpoints: [addObserverEndpoint],
	done: 'added',
	execute,
};
