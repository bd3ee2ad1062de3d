import { trustedRoots } from '../../../../sandbox/pdf/cms/certificate.ts';
import { indicationOfDocument } from '../../../../sandbox/validation/indication.ts';
import { verifyPdf } from '../../../../sandbox/validation/signatures/verify.ts';
import { effort } from '../../../support/jest/random.ts';
import { hiddenAndHonest, knownAttacks } from './attacks.ts';
import { attackFamilies, FORMS, honestFamilies, type Family } from './families.ts';
import { readingAttacks, readingHonest } from './readingFamilies.ts';

const attacks = { ...attackFamilies, ...readingAttacks };
const honest = {
	...{ ...honestFamilies, ...readingHonest },
	'a hidden object that stays hidden': hiddenAndHonest,
};
const STRICT = { rejectUndefinedChanges: true, rejectVisualDifferences: true };

async function judge(make: Family, form: string) {
	const verification = await verifyPdf(await make(FORMS[form]!), await trustedRoots());
	const { indication, details } = indicationOfDocument(verification, STRICT);
	return { verification, verdict: [form, indication, ...details].join(': ') };
}

/** As a table and in one other form, each family in the next one; `npm run test:random` takes all of them. */
const [TABLE = '', ...OTHERS] = Object.keys(FORMS);
const names = [...Object.keys(attacks), ...Object.keys(honest)];
const formsOf = (name: string) =>
	effort > 1 ? [TABLE, ...OTHERS] : [TABLE, OTHERS[names.indexOf(name) % OTHERS.length]!];

const inForms = async (name: string, make: Family) =>
	await Promise.all(formsOf(name).map(async (form) => await judge(make, form)));

describe('a change that is not on the list', () => {
	test.each(Object.entries(attacks))('is found: %s', async (name, make) => {
		const files = await inForms(name, make);
		expect(files.filter(({ verdict }) => !/: INDETERMINATE: /.test(verdict))).toEqual([]);
		// All signatures are intact: nothing else finds it.
		const found = files.flatMap(({ verification }) => verification.signatures);
		expect(found.filter(({ fault, trusted }) => fault || !trusted)).toEqual([]);
	});

	test('twice in one cross-reference makes the file unreadable', async () => {
		const name = 'an object is listed twice, first as it was';
		const files = await inForms(name, attacks[name]!);
		expect(files.map(({ verification }) => verification.obstacle)).toEqual(
			files.map(() => 'ambiguous'),
		);
	});
});

describe('a change that is on the list', () => {
	test.each(Object.entries(honest))('is allowed: %s', async (name, make) => {
		const verdicts = (await inForms(name, make)).map(({ verdict }) => verdict);
		expect(verdicts).toEqual(formsOf(name).map((form) => `${form}: TOTAL-PASSED`));
	});
});

describe('a document that was made to deceive', () => {
	test.each(Object.entries(knownAttacks))('is caught: %s', async (_name, make) => {
		expect((await judge(make, 'a table')).verdict).not.toMatch(/TOTAL-PASSED/);
	});
});
