import { isOwn } from '../../../nodes/ESignaturePollingTrigger/ownership';
import { SignatureRequest } from '../../../nodes/shared/signatureRequest/signatureRequest.schema';

const username = 'api_demo_me';

it.each([
	['of this account', { owner: username, write_access: [] }, true],
	['of this account, in other letters', { owner: 'API_Demo_Me ', write_access: [] }, true],
	['that it may change', { owner: 'ann@example.com', write_access: ['bob', username] }, true],
	['that it may only read', { owner: 'ann@example.com', write_access: ['bob'] }, false],
	['that nobody else may change', { owner: 'ann@example.com', write_access: [] }, false],
	['of a namesake', { owner: `${username}2`, write_access: [`x${username}`, null] }, false],
	['whose owner is not shown', { write_access: ['bob'] }, true],
	['whose owner is null', { owner: null, write_access: ['bob'] }, true],
	['whose writers are not shown', { owner: 'ann@example.com' }, true],
	['whose writers are null', { owner: 'ann@example.com', write_access: null }, true],
])('a request %s', (_title, answer, expected) => {
	expect(isOwn(SignatureRequest.parse({ id: 'r1', ...answer }), username)).toBe(expected);
});
