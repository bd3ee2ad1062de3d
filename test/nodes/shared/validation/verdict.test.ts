import { indications, judge, subIndications } from '../../../../nodes/shared/validation/verdict';

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
		['BRAND_NEW', /reason is BRAND_NEW/],
		['TO_STRING', /reason is TO_STRING/],
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

	const PASSED = { indication: 'TOTAL-PASSED' };

	it.each([[false], ['false'], [' FALSE ']])('never passes when valid is %p', (valid) => {
		const judged = judge(PASSED, { valid });
		expect(judged.verdict).toBe('indeterminate');
		expect(judged.explanation).toMatch(/doesn't count the document as valid/);
		expect(judge({ ...PASSED, valid })).toEqual(judged);
	});

	it.each([[null], [''], [0], [1], ['0'], ['1'], ['no'], ['yes'], [{}], [[true]]])(
		'never passes when valid is %p, which is neither true nor false',
		(valid) => {
			const judged = judge(PASSED, { valid, signatures: 1, validSignatures: 1 });
			expect(judged.verdict).toBe('indeterminate');
			expect(judged.explanation).toMatch(/doesn't show clearly/);
			expect(judge({ ...PASSED, valid })).toEqual(judged);
		},
	);

	it('never passes when a validation does not say whether it is valid', () => {
		expect(judge(PASSED, { signatures: 1, validSignatures: 1 }).verdict).toBe('indeterminate');
	});

	it('is never better than the indication', () => {
		expect(judge({ indication: 'TOTAL-FAILED' }, { valid: true }).verdict).toBe('failed');
		expect(judge({}, { valid: true }).verdict).toBe('indeterminate');
	});

	it('rests on what the validation answered with, even if its result says something else', () => {
		expect(judge({ ...PASSED, valid: true }, { valid: false }).verdict).toBe('indeterminate');
	});

	it.each([
		[1, 2, /^Skribble counts 1 of 2 signatures as valid/],
		['1', '2', /^Skribble counts 1 of 2 signatures as valid/],
		[0, 1, /^Skribble counts 0 of 1 signatures as valid/],
		[0, undefined, /^Skribble counts 0 of the signatures as valid/],
		[0, 0, /has no signature/],
		['0', '0', /has no signature/],
		[undefined, '0', /has no signature/],
		['one', 1, /doesn't show clearly/],
		[1, 'two', /doesn't show clearly/],
		[-1, 1, /doesn't show clearly/],
		[{}, 1, /doesn't show clearly/],
	])('never passes when %p of %p signatures are valid', (validSignatures, signatures, words) => {
		const judged = judge(PASSED, { valid: true, signatures, validSignatures });
		expect(judged.verdict).toBe('indeterminate');
		expect(judged.explanation).toMatch(words);
	});

	it.each([
		[true, 2, 2],
		['true', '2', '2'],
		[true, undefined, undefined],
		[true, 2, null],
	])(
		'passes when valid is %p and %p of %p signatures are',
		(valid, signatures, validSignatures) => {
			expect(judge(PASSED, { valid, signatures, validSignatures })).toMatchObject({
				verdict: 'passed',
				explanation: expect.stringMatching(/^All signatures are valid/) as string,
			});
		},
	);

	it('repeats nothing of an indication that cannot be seen', () => {
		const { explanation } = judge({ indication: 'NEW\u001b[31m\u202e' });
		expect(explanation).toContain('NEW_[31M.');
	});

	it.each(['visualDifferences', 'undefinedChanges'])('reports %s', (change) => {
		const explained = (value: unknown) => judge(PASSED, { valid: true, [change]: value });
		for (const said of [true, 'true']) {
			expect(explained(said).verdict).toBe('passed');
			expect(explained(said).explanation).toMatch(/added something after signing/);
		}
		for (const denied of [false, 'false', null, undefined]) {
			expect(explained(denied).explanation).not.toMatch(/added/);
		}
	});
});
