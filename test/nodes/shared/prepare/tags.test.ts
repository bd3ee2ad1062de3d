import { byEmail, peopleFromTags } from '../../../../nodes/shared/prepare/tags';
import { Spotted } from '../../../../nodes/shared/prepare/tooling';
import {
	signersFromJson,
	newSigners,
} from '../../../../nodes/ESignatureRequest/signerEntry/signers.schema';

const signersFromTags = (...tags: Parameters<typeof peopleFromTags>) =>
	byEmail(peopleFromTags(...tags));
const sheet = { x: 0, y: 0, width: 600, height: 800 };
const at = (page: number, y: number) => ({ page, x: 100, y, width: 120, height: 40 });
/** As Create takes it. */
const on = (pageNumber: number, y: number) => ({ pageNumber, x: 100, y, width: 120, height: 40 });
const fromTop = { yCountsFrom: 'top' } as const;

function spotted(given: object) {
	const { results } = Spotted.parse({ status: 'success', results: given });
	if (results === 'tooMany') throw new Error('Too many');
	return results;
}
const ann = { signer: 'Ann', email: 'ann@example.com', sequence: 1 };
const bob = { signer: 'Bob', email: 'bob@example.com', sequence: 2 };

it.each([
	['top', 660],
	['bottom', 100],
] as const)('positions count from the %s of the page', (yCountsFrom, y) => {
	const results = spotted({
		signers: [ann],
		signatures: [{ signer: 'Ann', positions: [at(0, 100)] }],
	});
	expect(signersFromTags(results, [sheet], { yCountsFrom }).signers).toEqual([
		{
			email: 'ann@example.com',
			order: 1,
			positions: [on(1, y)],
		},
	]);
});

it.each([
	['a whole page', sheet, 660],
	['what a crop box leaves', { ...sheet, x: 20, y: 50, height: 500 }, 360],
])('the height is that of %s', (_title, page, y) => {
	const results = spotted({
		signers: [ann],
		signatures: [{ signer: 'Ann', positions: [at(0, 100)] }],
	});
	expect(signersFromTags(results, [page], fromTop).signers[0]!.positions![0]!.y).toBe(y);
});

it.each([
	['from 0', [0, 1], [1, 2]],
	['from 1', [1, 2], [1, 2]],
	['from 0, as far as can be seen', [1], [2]],
])('pages count %s', (_title, sent, pages) => {
	const results = spotted({
		signers: [ann],
		signatures: [{ signer: 'Ann', positions: sent.map((page) => at(page, 100)) }],
	});
	const { signers, warnings } = signersFromTags(results, [sheet, sheet], fromTop);
	expect(signers[0]!.positions!.map(({ pageNumber }) => pageNumber)).toEqual(pages);
	expect(warnings).toEqual([]);
});

it('is what Create takes under Using JSON', () => {
	const results = spotted({
		signers: [ann, bob],
		signatures: [
			{ signer: 'Ann', positions: [at(0, 100), at(0, 300)] },
			{ signer: 'Bob', positions: [at(0, 200)] },
		],
	});
	const { signers } = signersFromTags(results, [sheet], fromTop);
	for (const version of ['v2', 'v3'] as const) {
		const read = signersFromJson(newSigners(version)).parse(signers);
		expect(read).toMatchObject([
			{ kind: 'email', email: 'ann@example.com', order: 1, placement: 'position' },
			{ kind: 'email', email: 'bob@example.com', order: 2, placement: 'position' },
		]);
	}
});

it('a signer without an email is unmatched, as is a position of no one else', () => {
	const results = spotted({
		signers: [{ signer: 'Ann', sequence: 1 }, bob],
		signatures: [
			{ signer: 'Ann', positions: [at(0, 100)] },
			{ signer: 'Eve', positions: [at(0, 200)] },
		],
		observers: ['cc@example.com'],
		quality: 'qes',
		legislation: 'CH',
	});
	const { signers, unmatched, ...others } = signersFromTags(results, [sheet], fromTop);
	expect(signers).toEqual([{ email: 'bob@example.com', order: 2 }]);
	expect(unmatched).toEqual([
		{ signer: 'Ann', order: 1, positions: [on(1, 660)] },
		{ signer: 'Eve', order: 3, positions: [on(1, 560)] },
	]);
	expect(others).toEqual({
		observers: ['cc@example.com'],
		quality: 'QES',
		legislation: 'ZERTES',
		warnings: [],
	});
});

it.each<[string, object, RegExp]>([
	['no tags', {}, /found no tags/],
	[
		'a page that is not there',
		{ signers: [ann], signatures: [{ signer: 'Ann', positions: [at(0, 1), at(7, 1)] }] },
		/1 of 2 positions/,
	],
])('warns of %s', (_title, results, words) => {
	const { warnings } = signersFromTags(spotted(results), [sheet], fromTop);
	expect(warnings).toEqual([expect.stringMatching(words)]);
});

it.each([
	['signers', { signers: Array(1001).fill(ann) }],
	['observers', { observers: Array(1001).fill('ann@example.com') }],
	['signatures', { signatures: Array(1001).fill({ signer: 'Ann', positions: [] }) }],
	['positions', { signatures: [{ signer: 'Ann', positions: Array(1000).fill(at(0, 100)) }] }],
])('does not read more than 1,000 %s', (_what, results) => {
	expect(Spotted.parse({ status: 'success', results }).results).toBe('tooMany');
});
