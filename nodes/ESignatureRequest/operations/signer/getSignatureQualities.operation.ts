import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import type { Call } from '../../../shared/http/call';
import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import { callForJson } from '../../../shared/http/transport';
import { simplifyField } from '../../../shared/operation/fields';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { answerObject, Email, Flag } from '../../../shared/operation/scalars.schema';

const option: Operation['option'] = {
	name: 'Get Signature Qualities',
	value: 'getSignatureQualities',
	action: 'Get signature qualities of person',
	description: 'Learn before sending whether someone can sign with the quality that you need',
};

const forAgents = 'Get the quality with which a person would really sign, under each legislation';

const versions = ['v2', 'v3'] as const;

const fields: INodeProperties[] = [
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. ann@example.com',
		description: 'Email address of the person who is to sign',
	},
	simplifyField,
];

const endpoint: Endpoint = {
	method: 'GET',
	path: '/user/signature-qualities',
	refusals: [
		{
			status: 404,
			message: 'The service does not know with which quality this person would sign',
			remedy:
				'Check the email address and the region in the credential. Someone without an account has no quality yet, and a service at a custom address may not show it at all.',
		},
	],
};

const Parameters = z.object({
	apiVersion: z.enum(versions, {
		errorMap: () => ({ message: 'must be v2 or v3: v1 does not show qualities' }),
	}),
	email: Email,
	simplify: Flag,
});

async function execute({ context, itemIndex, read }: ItemContext) {
	const { apiVersion: version, email, simplify } = read(Parameters);
	const call: Call = {
		...callTo(endpoint),
		version,
		query: { username: email },
		itemIndex,
	};
	const qualities = await callForJson(context, call, answerObject({}));
	return { json: { email, ...(simplify ? simplified(qualities) : qualities) } };
}

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

export const operation: Operation = {
	option,
	forAgents,
	fields,
	versions,
	endpoints: [endpoint],
	execute,
};
