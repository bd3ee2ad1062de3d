import type { INodePropertyOptions } from 'n8n-workflow';
import { ESignatureRequest } from '../../../nodes/ESignatureRequest/ESignatureRequest.node';

/** The sentence that an AI agent reads before it decides to use an operation. */
function actionOf(resource: string, operation: string): string | undefined {
	const { properties } = new ESignatureRequest().description;
	const dropdown = properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(resource),
	);
	const options = (dropdown?.options ?? []) as INodePropertyOptions[];
	return options.find(({ value }) => value === operation)?.action;
}

describe('what an agent is told', () => {
	it.each([
		['request', 'initiate', /e-mails/],
		['request', 'remind', /e-mail.*once an hour/],
		['request', 'withdraw', /e-mail.*cannot be undone/],
		['request', 'delete', /e-mails.*cannot be undone/],
		['request', 'update', /removes those who are missing.*e-mail/],
		['signer', 'add', /e-mail goes out at once/],
		['signer', 'remove', /cannot be undone/],
		['attachment', 'remove', /cannot be undone/],
	])('of %s: %s says what cannot be taken back', (resource, operation, expected) => {
		expect(actionOf(resource, operation)).toMatch(expected);
	});
});
