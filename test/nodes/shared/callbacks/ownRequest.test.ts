import { writeCallback, isOwnRequest } from '../../../../nodes/shared/callbacks/callback';
import { RequestWithCallbacks } from '../../../../nodes/shared/requests/signatureRequest.schema';

const ANN = 'ann@example.com';
const account = { username: 'api_demo_me', apiKey: 'key_now', previousApiKey: 'key_before' };

/** As Create writes it for a trigger. */
const address = (creator?: string, apiKey = account.apiKey) =>
	writeCallback('https://n8n.example.com/webhook/1', {
		event: 'error',
		apiVersion: 'v2',
		placeholderPrefix: 'SERVICE',
		creator,
		nonce: 'abc',
		apiKey,
	});

const proof = /proof=[0-9a-f]+/;
const of = (creator: string, callback_error_url?: unknown) => ({
	owner: creator,
	write_access: [account.username],
	callback_error_url,
});

it.each([
	['of this account', { owner: account.username }, true],
	['of this account, in other letters', { owner: 'API_Demo_Me ' }, true],
	['that it may change', of(ANN), false],
	['that it may only read', { owner: ANN, read_access: [account.username] }, false],
	['of which only the owner is shown', { owner: ANN }, false],
	['of a namesake', { owner: `${account.username}2` }, false],
	['whose owner is not shown', { write_access: ['bob'] }, true],
	['whose owner is null', { owner: null }, true],
	['with a callback that proves its creator', of(ANN, address(ANN)), true],
	['with such a callback of the key before', of(ANN, address(ANN, 'key_before')), true],
	['with such a callback of another key', of(ANN, address(ANN, 'key_of_others')), false],
	['with a callback for another creator', of(ANN, address('bob@example.com')), false],
	['with a callback for the API user', of(ANN, address()), false],
	['with a forged proof', of(ANN, address(ANN).replace(proof, 'proof=0')), false],
	['with a callback of someone else', of(ANN, 'https://example.com/hook'), false],
	['with a callback that is no text', of(ANN, 7), false],
])('a request %s', (_title, answer, expected) => {
	expect(isOwnRequest(RequestWithCallbacks.parse({ id: 'r1', ...answer }), account)).toBe(expected);
});

it('a request of the creator who was just named', () => {
	const listed = RequestWithCallbacks.parse({ id: 'r1', owner: ANN });
	expect(isOwnRequest(listed, { ...account, creator: 'Ann@Example.com' })).toBe(true);
});
