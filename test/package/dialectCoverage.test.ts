/**
 * Where the public regions read otherwise than the contract (interface.md part 10), row by row, and the tests that
 * hold the nodes to it. A test that is renamed or removed has to be named anew here.
 */
import { readFileSync } from 'node:fs';

interface Row {
	row: number;
	where: string;
	what: string;
	/** Titles of tests, by file below test/. */
	coveredBy: Record<string, string[]>;
}

const REQUEST = 'workflows/ESignatureRequest';
const UNITS = 'nodes/ESignatureRequest/operations';

const rows: Row[] = [
	{
		row: 1,
		where: 'v3 signer entries and Add Signer',
		what: 'no language beside account_email, and nothing beyond the closed list',
		coveredBy: {
			[`${UNITS}/request/create/signatureRequest.body.test.ts`]: [
				'list also one place in v3, and have their language only in the identity data',
			],
			[`${UNITS}/signerEntry/signers.schema.test.ts`]: [
				'v3 of the public regions has a language for identity data only: %s',
			],
		},
	},
	{
		row: 2,
		where: 'v3 visual_signature',
		what: 'always positions, also for one place',
		coveredBy: {
			[`${UNITS}/request/create/signatureRequest.body.test.ts`]: [
				'list also one place in v3, and have their language only in the identity data',
			],
		},
	},
	{
		row: 3,
		where: 'v3 update',
		what: 'entries without sid; of a shown visual_signature only positions or form_field',
		coveredBy: {
			[`${UNITS}/request/update/update.body.test.ts`]: [
				'has no sid, no language and no other place than a list of them in v3 there',
				'is a group or a person in v3 there, never both',
			],
			[`${REQUEST}/request/update/update.dialects.test.ts`]: [
				'leaves every signer and every place as it was',
			],
		},
	},
	{
		row: 4,
		where: 'v2 update',
		what: 'one place of a shown visual_signature; identity data without provider and evidence_id',
		coveredBy: {
			[`${UNITS}/request/update/update.body.test.ts`]: [
				'is known again in the public regions by what they show, without what they add',
			],
			[`${REQUEST}/request/update/update.dialects.test.ts`]: [
				'keeps those who are listed and invites who is new',
			],
		},
	},
	{
		row: 5,
		where: 'Add Attachment',
		what: 'the answer is the request; the new attachment is the one that was not there before',
		coveredBy: {
			[`${REQUEST}/attachment/add.operation.test.ts`]: [
				'attaches a file with %s, %s',
				'names the new one also where the request has one of that name already',
			],
		},
	},
	{
		row: 6,
		where: 'v2 and v3 list by signer',
		what: 'account_email instead of signer_email_address; the answer is checked here as well',
		coveredBy: {
			[`${REQUEST}/request/getMany.operation.test.ts`]: [
				'returns only what the signer signs, although a filter may be ignored',
			],
			'package/wire.test.ts': ['%s'],
		},
	},
	{
		row: 7,
		where: 'v3 CC',
		what: 'an observer for each address after create, before initiate',
		coveredBy: {
			[`${REQUEST}/request/create/create.dialects.test.ts`]: [
				'becomes observers in the public regions, each once and before the request starts',
			],
		},
	},
	{
		row: 8,
		where: 'read_access on create',
		what: 'compared with the answer; where it is missing, set by update, or said',
		coveredBy: {
			[`${REQUEST}/request/create/create.dialects.test.ts`]: [
				'is there after Create, and everyone still signs',
				'says who has no read access when the service does not give it',
			],
		},
	},
	{
		row: 9,
		where: 'v3 document_id',
		what: 'is sent beside documents anyway',
		coveredBy: {
			[`${UNITS}/request/create/signatureRequest.body.test.ts`]: ['%s is named as %s reads it'],
		},
	},
	{
		row: 10,
		where: 'Seal and image',
		what: 'PNG only',
		coveredBy: {
			'workflows/ESignatureSeal/seal/seal.operation.test.ts': ['%s: an image in the form of a %s'],
			[`${REQUEST}/corners.test.ts`]: ['takes a JPEG as the image of a signer, %s'],
		},
	},
	{
		row: 11,
		where: 'attachments',
		what: 'only some types and sizes, checked before anything is sent',
		coveredBy: {
			[`${REQUEST}/attachment/add.operation.test.ts`]: [
				'refuses %s that the public regions do not take',
			],
		},
	},
	{
		row: 12,
		where: 'v3 download',
		what: 'of id and version_id the child is downloaded',
		coveredBy: {
			[`${REQUEST}/request/downloadDocuments.operation.test.ts`]: [
				'takes the signed one of two ids of a document: %s',
			],
		},
	},
	{
		row: 13,
		where: 'paging',
		what: 'begins with page 1',
		coveredBy: {
			'nodes/shared/signatureRequest/pages.test.ts': [
				'begins with page 1 where pages count from 1, and asks for no other before',
			],
			[`${REQUEST}/request/getMany.operation.test.ts`]: [
				'goes on from page 1 when the service refuses page 0',
			],
		},
	},
];

/** Every text that stands before the function of a test. */
const titlesIn = (source: string) =>
	[...source.matchAll(/\(\s*'((?:[^'\\]|\\.)+)',\s*(?:async\s*)?\(/g)].map(([, title]) => title);

it('no row is left out', () => {
	expect(rows.map(({ row }) => row)).toEqual(rows.map((_, at) => at + 1));
	expect(rows).toHaveLength(13);
});

it.each(rows)('row $row is tested: $where, $what', ({ coveredBy }) => {
	for (const [file, titles] of Object.entries(coveredBy)) {
		const present = titlesIn(readFileSync(`test/${file}`, 'utf8'));
		expect({ file, missing: titles.filter((title) => !present.includes(title)) }).toEqual({
			file,
			missing: [],
		});
	}
	expect(Object.values(coveredBy).flat()).not.toEqual([]);
});

it('only the title of a test counts as one', () => {
	const source =
		"it('one', () => {}); it.each([['no']])('two %s', async (a) => {}); says('three');";
	expect(titlesIn(source)).toEqual(['one', 'two %s']);
});
