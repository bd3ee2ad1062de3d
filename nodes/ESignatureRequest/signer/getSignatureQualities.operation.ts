import type { IDataObject } from 'n8n-workflow';

import type { Endpoint } from '../../shared/client/call';
import { callForJson } from '../../shared/client/callService';
import { fields } from '../../shared/form/field';
import { simplifyField } from '../../shared/form/fields';
import type { Operation } from '../../shared/execution/operation';
import { answerObject } from '../../shared/client/answerSchema';
import { Email } from '../../shared/form/readers';

const form = fields(
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		required: true,
		reader: Email,
		placeholder: 'e.g. ann@example.com',
		description: 'Address of the person who will sign',
		forModel: 'Email address of the person',
	},
	simplifyField,
);

const endpoint: Endpoint = {
	method: 'GET',
	path: '/user/signature-qualities',
	refusals: [
		{
			status: 404,
			message: "Skribble doesn't show the signature quality of this person",
			remedy:
				'Check the email address, and the region in the credential. People without a Skribble account have no quality yet.',
		},
	],
};

export const operation: Operation = {
	option: {
		name: 'Get Signature Qualities',
		value: 'getSignatureQualities',
		action: 'Get signature qualities of person',
		description: 'Check whether someone can sign with the quality that you need',
	},
	forAgents: 'Get the signature quality that a person can really sign with, under each legislation',
	fields: form,
	versions: ['v2', 'v3'],
	endpoints: [endpoint],
	async execute({ context, read, callTo }) {
		const { email, simplify } = read(form);
		const call = { ...callTo(endpoint), query: { username: email } };
		const qualities = await callForJson(context, call, answerObject({}));
		return { json: { email, ...(simplify ? simplified(qualities) : qualities) } };
	},
};

/** Nothing but the quality that comes of each one asked for. With a seal a company signs, not this person. */
function simplified(answer: IDataObject): IDataObject {
	const ofPerson = Object.entries(answer).filter(([name]) => name !== 'seal');
	return Object.fromEntries(ofPerson.map(([name, one]) => [name, qualityIn(one)])) as IDataObject;
}

function qualityIn(value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	const { quality } = value as { quality?: unknown };
	if (typeof quality === 'string') return { quality };
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, qualityIn(one)]));
}
