import { trustedRoots } from '../../../../sandbox/pdf/cms/certificate.ts';
import { indicationOfDocument } from '../../../../sandbox/validation/indication.ts';
import { verifyPdf } from '../../../../sandbox/validation/signatures/verify.ts';
import { attackFamilies, FORMS, honestFamilies, type Family } from './families.ts';
import { readingAttacks, readingHonest } from './readingFamilies.ts';

const attacks = { ...attackFamilies, ...readingAttacks };
const honest = { ...honestFamilies, ...readingHonest };
const STRICT = { rejectUndefinedChanges: true, rejectVisualDifferences: true };

async function judge(make: Family, form: string) {
	const verification = await verifyPdf(await make(FORMS[form]!), await trustedRoots());
	const { indication, details } = indicationOfDocument(verification, STRICT);
	return { verification, verdict: [form, indication, ...details].join(': ') };
}

/** A family in all forms of writing. */
const inAllForms = async (make: Family) =>
	await Promise.all(Object.keys(FORMS).map(async (form) => await judge(make, form)));

test('there are more than a hundred honest files, and more attacks', () => {
	const forms = Object.keys(FORMS).length;
	expect(Object.keys(honest).length * forms).toBeGreaterThan(100);
	expect(Object.keys(attacks).length * forms).toBeGreaterThan(200);
});

describe('a change that is not on the list', () => {
	test.each(Object.entries(attacks))('is found: %s', async (_name, make) => {
		const files = await inAllForms(make);
		expect(files.filter(({ verdict }) => !/: INDETERMINATE: /.test(verdict))).toEqual([]);
		// All signatures are intact: nothing else finds it.
		const found = files.flatMap(({ verification }) => verification.signatures);
		expect(found.filter(({ fault, trusted }) => fault || !trusted)).toEqual([]);
	});

	test('twice in one cross-reference makes the file unreadable', async () => {
		const files = await inAllForms(attackFamilies['an object is listed twice, first as it was']!);
		expect(files.map(({ verification }) => verification.obstacle)).toEqual(
			files.map(() => 'ambiguous'),
		);
	});
});

describe('a change that is on the list', () => {
	test.each(Object.entries(honest))('is allowed: %s', async (_name, make) => {
		const verdicts = (await inAllForms(make)).map(({ verdict }) => verdict);
		expect(verdicts).toEqual(Object.keys(FORMS).map((form) => `${form}: TOTAL-PASSED`));
	});
});
