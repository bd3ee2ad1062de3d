import type { PollingForm } from '../../../nodes/ESignaturePollingTrigger/polling.fields';
import { passesFilters } from '../../../nodes/ESignaturePollingTrigger/poll';
import { SignatureRequest } from '../../../nodes/shared/requests/signatureRequest.schema';

const request = SignatureRequest.parse({
	id: 'r1',
	title: 'Lease of Flat 7',
	custom: 'order-4711',
	signatures: [
		{ account_email: 'ann@example.com' },
		{ signer_email_address: 'bob@example.com' },
		{
			signer_email_address: 'x-7f3a',
			signer_identity_data: {
				first_name: 'Zoë',
				last_name: 'Müller',
				email_address: 'zoe@example.com',
			},
		},
	],
});

const account = { username: 'api_demo_ann', apiKey: 'key-of-ann', previousApiKey: '' };

function passes(one: SignatureRequest, filters: PollingForm['filters']): boolean {
	const form: PollingForm = {
		...{ apiVersion: 'v2', states: ['SIGNED'], filters, simplify: true, options: {} },
		...{ daysBeforeDeletion: 14, downloadDocuments: false, binaryPropertyName: 'data' },
	};
	return passesFilters({ request: one, callbackUrls: {} }, form, account);
}

it.each([
	[{}, true],
	[{ titleContains: 'flat' }, true],
	[{ titleContains: 'house' }, false],
	[{ signer: 'ANN@example.com' }, true],
	[{ signer: 'bob@example.com' }, true],
	[{ signer: 'zoe@example.com' }, true],
	[{ signer: 'zoë müller' }, true],
	[{ signer: 'x-7f3a' }, true],
	[{ signer: 'ann' }, false],
	[{ custom: 'order-4711' }, true],
	[{ custom: 'order-471' }, false],
	[{ custom: '', signer: '', titleContains: '' }, true],
	[{ titleContains: 'flat', custom: 'order-4712' }, false],
])('%j lets the request through: %s', (filters, expected) => {
	expect(passes(request, filters)).toBe(expected);
});

it('keeps out a request without what is filtered by', () => {
	const bare = SignatureRequest.parse({ id: 'r2' });
	expect(passes(bare, {})).toBe(true);
	expect(passes(bare, { titleContains: 'a' })).toBe(false);
	expect(passes(bare, { signer: 'a' })).toBe(false);
	expect(passes(bare, { custom: 'a' })).toBe(false);
});
