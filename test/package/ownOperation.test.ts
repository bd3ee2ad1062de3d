import { expectOwnRun } from '../support/operations/ownOperation.ts';

const ran = new Set(['ESignatureRequest/observer/add', 'ESignatureDocument/document/get']);

it.each([
	['ESignatureRequest/observer/add', true],
	['ESignatureRequest/observer/long/add', true],
	['ESignatureDocument/document/get', true],
	['ESignatureRequest/signer/add', false],
	['ESignatureRequest/observer/remove', false],
	['ESignatureDocument/document/getMany', false],
	['ESignatureSeal/seal/get', false],
])('%s.operation.test.ts runs what it is named after: %s', (place, runsIt) => {
	const check = () => expectOwnRun(`/home/me/test/workflows/${place}.operation.test.ts`, ran);
	if (runsIt) expect(check).not.toThrow();
	else expect(check).toThrow(/^No test of .* runs/);
});

it('other test files may run what they like', () => {
	expect(() => expectOwnRun('/home/me/test/workflows/workflows.test.ts', new Set())).not.toThrow();
});
