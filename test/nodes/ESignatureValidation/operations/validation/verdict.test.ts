import {
	indications,
	judge,
	subIndications,
} from '../../../../../nodes/ESignatureValidation/operations/validation/verdict';

describe('a verdict', () => {
	it.each([
		['TOTAL-PASSED', 'passed'],
		['TOTAL_PASSED', 'passed'],
		['total-passed', 'passed'],
		['PASSED', 'passed'],
		['urn:etsi:019102:mainindication:total-passed', 'passed'],
		['TOTAL-FAILED', 'failed'],
		['TOTAL_FAILED', 'failed'],
		['FAILED', 'failed'],
		['INDETERMINATE', 'indeterminate'],
		['SOMETHING-NEW', 'indeterminate'],
		['constructor', 'indeterminate'],
		['', 'indeterminate'],
		[undefined, 'indeterminate'],
		[null, 'indeterminate'],
		[7, 'indeterminate'],
	])('of %p is %s', (indication, verdict) => {
		expect(judge({ indication }).verdict).toBe(verdict);
	});

	it.each(Object.keys(subIndications))('explains %s', (subIndication) => {
		const { explanation } = judge({ indication: 'INDETERMINATE', subIndication });
		expect(explanation).toBe(
			`${subIndications[subIndication]} ${indications.INDETERMINATE.conclusion}`,
		);
	});

	it.each([
		['HASH-FAILURE', /was changed after it was signed/],
		['hash_failure', /was changed after it was signed/],
		['urn:etsi:019102:subindication:HASH_FAILURE', /was changed after it was signed/],
		['BRAND_NEW', /names the reason BRAND_NEW/],
		['TO_STRING', /names the reason TO_STRING/],
	])('reads the reason %s', (subIndication, pattern) => {
		expect(judge({ indication: 'TOTAL-FAILED', subIndication })).toEqual({
			verdict: 'failed',
			explanation: expect.stringMatching(pattern) as string,
		});
	});

	it.each(Object.entries(indications))('without a reason explains %s', (indication, row) => {
		const { verdict, explanation } = row;
		expect(judge({ indication })).toEqual({ verdict, explanation });
	});

	it('says that a file without signatures has none, wherever the word stands', () => {
		expect(judge({ indication: 'NO_SIGNATURE_FOUND' }).explanation).toMatch(/no signature/);
	});

	it('never passes what the service does not count as valid', () => {
		expect(judge({ indication: 'TOTAL-PASSED', valid: false })).toEqual({
			verdict: 'indeterminate',
			explanation: expect.stringMatching(/does not count the document as valid/) as string,
		});
		expect(judge({ indication: 'TOTAL-FAILED', valid: true }).verdict).toBe('failed');
		expect(judge({ valid: true }).verdict).toBe('indeterminate');
	});

	it.each([
		[1, 2, /^The service counts 1 of 2 signatures as valid/],
		[0, 1, /^The service counts 0 of 1 signatures as valid/],
		[0, 0, /carries no signature/],
	])('never passes when %s of %s signatures are valid', (validSignatures, signatures, words) => {
		const counts = { valid: true, signatures, validSignatures };
		expect(judge({ indication: 'TOTAL-PASSED', ...counts })).toEqual({
			verdict: 'indeterminate',
			explanation: expect.stringMatching(words) as string,
		});
	});

	it('passes when all signatures are valid', () => {
		const counts = { valid: true, signatures: 2, validSignatures: 2 };
		expect(judge({ indication: 'TOTAL-PASSED', ...counts })).toMatchObject({
			verdict: 'passed',
			explanation: expect.stringMatching(/^All signatures are valid/) as string,
		});
	});

	it('repeats nothing of an indication that cannot be seen', () => {
		const { explanation } = judge({ indication: 'NEW\u001b[31m\u202e' });
		expect(explanation).toContain('NEW_[31M,');
	});

	it.each(['visualDifferences', 'undefinedChanges'])('reports %s', (change) => {
		const { verdict, explanation } = judge({ indication: 'TOTAL-PASSED', [change]: true });
		expect([verdict, explanation]).toEqual([
			'passed',
			expect.stringMatching(/added to the document after signing/),
		]);
	});
});
