import type { Call } from '../../shared/client/call';
import { callForJson } from '../../shared/client/callService';
import { sendOnce } from '../../shared/execution/checkpoints';
import type { Operation } from '../../shared/execution/operation';
import { field, fields } from '../../shared/form/field';
import { Email, RequiredText } from '../../shared/form/readers';
import { addObserverEndpoint } from '../endpoints';
import { requestField } from '../requestForm';
import { Observer, observerBody } from './observer';

const kindField = field({
	displayName: 'Observer Type',
	name: 'kind',
	type: 'options',
	default: 'email',
	options: [
		{ name: 'Group', value: 'group', description: 'For everyone in a group of your business' },
		{ name: 'User by Email', value: 'email' },
		{ name: 'User by ID', value: 'user' },
	],
	description: 'How Skribble finds the observer',
});

/** None of these is required: n8n shows all three where an expression chooses. */
const whoFields = {
	email: field({
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		reader: Email,
		placeholder: 'e.g. ann@example.com',
		displayOptions: { show: { kind: ['email'] } },
		description: 'Email address of a Skribble account holder',
		forModel: { words: 'Email address of someone with a Skribble account', required: true },
	}),
	user: field({
		displayName: 'User ID',
		name: 'userId',
		type: 'string',
		default: '',
		reader: RequiredText,
		placeholder: 'e.g. usr_4f1b7c2d',
		displayOptions: { show: { kind: ['user'] } },
		description: 'ID of a Skribble account holder',
	}),
	group: field({
		displayName: 'Group ID',
		name: 'groupId',
		type: 'string',
		default: '',
		reader: RequiredText,
		placeholder: 'e.g. gr_5c31f2a0',
		displayOptions: { show: { kind: ['group'] } },
		description: 'All members of the group get read access',
	}),
};

const form = fields(requestField, kindField, whoFields.email, whoFields.user, whoFields.group);

export const operation: Operation = {
	option: {
		name: 'Add',
		value: 'add',
		action: 'Add observer',
		description: "Give read access to someone who doesn't sign (V3)",
	},
	forAgents: "Let someone who doesn't sign read a request and its documents",
	fields: form,
	versions: ['v3'],
	endpoints: [addObserverEndpoint],
	done: 'added',
	async execute(item) {
		const { context, itemIndex } = item;
		const { requestId, kind } = item.read(fields(requestField, kindField));
		const call: Call = {
			...item.callTo(addObserverEndpoint, requestId),
			body: { json: observerBody(item.read([whoFields[kind]])) },
			feature: kind === 'group' ? 'observerGroups' : undefined,
		};
		const json = await sendOnce(context, itemIndex, {
			what: 'this observer',
			send: async () => await callForJson(context, call, Observer),
		});
		return { json };
	},
};
