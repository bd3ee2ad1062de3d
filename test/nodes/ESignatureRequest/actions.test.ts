import { NodeHelpers, traverseNodeParameters } from 'n8n-workflow';
import type { FromAIArgument, INodeParameters } from 'n8n-workflow';
import { ESignatureRequest } from '../../../nodes/ESignatureRequest/ESignatureRequest.node';

/** The sentence that an AI agent reads before it decides to use an operation. */
function agentDescription(resource: string, operation: string): unknown {
	const { properties } = new ESignatureRequest().description;
	return properties.find(
		({ name, displayOptions: { show } = {} }) =>
			name === 'toolDescription' &&
			show?.resource?.includes(resource) &&
			show.operation?.includes(operation),
	)?.default;
}

it.each([
	['request', 'create', /emails the signers immediately/],
	['request', 'initiate', /emails/],
	['request', 'getSigningLink', /give it only to the signer/],
	['request', 'remind', /by email, at most once an hour/],
	['request', 'withdraw', /email.*can't be undone/],
	['request', 'delete', /emails.*can't be undone/],
	['request', 'update', /removes everyone who is missing.*email/],
	['signer', 'add', /emails the invitation immediately/],
	['signer', 'remove', /can't be undone/],
	['signer', 'replace', /invitation immediately.*can't sign anymore/],
	['attachment', 'remove', /can't be undone/],
])(
	'what an agent reads of %s: %s says what cannot be taken back',
	(resource, operation, expected) => {
		expect(agentDescription(resource, operation)).toMatch(expected);
	},
);

/** What Create asks the model of an agent for. */
function createTool(chosen: INodeParameters): FromAIArgument[] {
	const { description } = new ESignatureRequest();
	const tool = { ...description, name: 'eSignatureRequestTool' };
	const head = { resource: 'request', operation: 'create', ...chosen };
	const node = { typeVersion: 1 };
	const { properties } = description;
	const form = NodeHelpers.getNodeParameters(properties, head, true, false, node, tool)!;
	const asked: FromAIArgument[] = [];
	traverseNodeParameters(form, asked);
	return asked;
}

describe('Create as a tool', () => {
	const all = ['document', 'signers', 'title'];
	const optional = ['message', 'quality', 'legislation', 'cc', 'expiresAt'];
	const keysOf = (chosen: INodeParameters) => createTool(chosen).map(({ key }) => key);

	it('asks for everything that users commonly name', () => {
		for (const apiVersion of ['v1', 'v2', 'v3']) {
			expect(keysOf({ apiVersion }).sort()).toEqual([...all, ...optional].sort());
		}
	});

	it('does not ask for signers if the form has them', () => {
		expect(keysOf({ signerInput: 'list' })).not.toContain('signers');
	});

	it('leaves to people what they have typed', () => {
		const typed = { title: 'Offer', document: 'I agree.', options: {} };
		expect(keysOf(typed)).toEqual(['signers', 'message', 'quality', 'legislation']);
	});
});
