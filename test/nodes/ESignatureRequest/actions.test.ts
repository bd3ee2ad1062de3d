import { NodeHelpers, traverseNodeParameters } from 'n8n-workflow';
import type { FromAIArgument, INodeParameters } from 'n8n-workflow';
import { ESignatureRequest } from '../../../nodes/ESignatureRequest/ESignatureRequest.node';
import { optionsOf } from '../../support/operations/descriptions';

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

/** Create as n8n gives it to an agent: what the tool says of itself, and what it asks for. */
function createTool(chosen: INodeParameters) {
	const { description } = new ESignatureRequest();
	const tool = { ...description, name: 'eSignatureRequestTool' };
	const head = { resource: 'request', operation: 'create', ...chosen };
	const node = { typeVersion: 1 };
	const { properties } = description;
	const form = NodeHelpers.getNodeParameters(properties, head, true, false, node, tool)!;
	const asked: FromAIArgument[] = [];
	traverseNodeParameters(form, asked);
	return { says: form.toolDescription as string, asked };
}

describe('Create as a tool, by Document From', () => {
	const about: Record<string, { words: RegExp; asks: string[] }> = {
		document: { words: /already in Skribble, by their ID/, asks: ['signers', 'title'] },
		url: { words: /\bURL\b/, asks: ['signers'] },
		base64: { words: /\bBase64\b/, asks: ['signers', 'title'] },
		text: { words: /title and plain text/, asks: ['text', 'signers', 'title'] },
		anyFile: { words: /Word file/, asks: ['signers'] },
		template: { words: /Word template/, asks: ['valuesJson', 'signers'] },
	};

	it('has words for everything that agents can choose', () => {
		const { properties } = new ESignatureRequest().description;
		const offered = properties.filter(
			({ name, displayOptions: { show } = {} }) =>
				name === 'source' &&
				show?.['@tool']?.includes(true) &&
				show.resource?.includes('request') &&
				show.operation?.includes('create'),
		);
		expect(offered.flatMap(optionsOf).map(({ value }) => value)).toEqual(
			expect.arrayContaining(Object.keys(about)),
		);
		expect(offered.flatMap(optionsOf)).toHaveLength(Object.keys(about).length);
	});

	it.each(Object.keys(about))(
		'%s: says and asks for what was chosen, and nothing else',
		(source) => {
			for (const apiVersion of ['v1', 'v2', 'v3']) {
				const { says, asked } = createTool({ source, apiVersion });
				for (const [name, { words }] of Object.entries(about)) {
					if (name === source) expect(says).toMatch(words);
					else expect(says).not.toMatch(words);
				}
				expect(says).toMatch(/emails the signers immediately$/);
				expect(asked.map(({ key }) => key)).toEqual(about[source]!.asks);
				for (const { description = '' } of asked) expect(description.length).toBeGreaterThan(20);
			}
		},
	);

	it('does not ask for signers where the form has them', () => {
		const { says, asked } = createTool({ source: 'text', signerInput: 'list' });
		expect(asked.map(({ key }) => key)).toEqual(['text', 'title']);
		expect(says).not.toMatch(/JSON/);
	});

	it('leaves to people what they have typed', () => {
		const { asked } = createTool({ source: 'text', title: 'Offer', text: 'I agree.' });
		expect(asked.map(({ key }) => key)).toEqual(['signers']);
	});
});
