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

describe('what an agent reads', () => {
	it.each([
		['request', 'create', /emails the signers at once/],
		['request', 'initiate', /emails/],
		['request', 'getSigningLink', /give it only to the signer/],
		['request', 'remind', /email.*once an hour/],
		['request', 'withdraw', /email.*cannot be undone/],
		['request', 'delete', /emails.*cannot be undone/],
		['request', 'update', /removes those who are missing.*email/],
		['signer', 'add', /email goes out at once/],
		['signer', 'remove', /cannot be undone/],
		['attachment', 'remove', /cannot be undone/],
	])('of %s: %s says what cannot be taken back', (resource, operation, expected) => {
		expect(agentDescription(resource, operation)).toMatch(expected);
	});
});
