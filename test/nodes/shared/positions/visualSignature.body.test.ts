import { rulesOf } from '../../../../nodes/shared/account/dialect';
import { placementSchema } from '../../../../nodes/shared/positions/placement';
import { visualSignature } from '../../../../nodes/shared/positions/visualSignature.body';

const Placement = placementSchema('free');
const place = { pageNumber: '3', x: 1, y: '2', width: 3, height: 4 };
const sent = { page: '2', x: 1, y: 2, width: 3, height: 4 };
const pages = { count: 1, width: 600, height: 800 };

it.each<[string, object, object | undefined]>([
	['nothing', { placement: 'free' }, undefined],
	[
		'a field that was chosen from the list',
		{ placement: 'formField', formField: { __rl: true, mode: 'list', value: 'Here' } },
		{ form_field: 'Here' },
	],
	['one place', { placement: 'position', positions: { position: [place] } }, { position: sent }],
	[
		'several places, one of them turned',
		{ placement: 'position', positions: [place, { ...place, rotation: '90' }] },
		{ positions: [sent, { ...sent, rotation: 90 }] },
	],
	[
		'a place that is not turned',
		{ placement: 'position', positions: [{ ...place, rotation: 0 }] },
		{ position: sent },
	],
	[
		'a corner with nothing else said',
		{ placement: 'corner', corner: 'topLeft' },
		{ position: { page: '0', x: 40, y: 700, width: 200, height: 60 } },
	],
])('%s by contract', (_title, form, expected) => {
	const facts = { rules: rulesOf('contract', 'v2'), pages };
	expect(visualSignature(Placement.parse(form), facts)).toEqual(expected);
});

it('a corner in v3 of the public regions is a list of one place, counted from the top', () => {
	const placed = Placement.parse({ placement: 'corner', corner: 'topLeft' });
	expect(visualSignature(placed, { rules: rulesOf('public', 'v3'), pages })).toEqual({
		positions: [{ page: '0', x: 40, y: 40, width: 200, height: 60 }],
	});
});

it.each<[string, object]>([
	['formField', { placement: 'formField', formField: 'Here', formFieldDocument: 2 }],
	['corner', { placement: 'corner', corner: 'topLeft', cornerDocument: 2 }],
	['position', { placement: 'position', positions: [{ ...place, document: 2 }] }],
])('a %s of the second document is in no other', (_title, form) => {
	const rules = rulesOf('contract', 'v3');
	const inDocument = (documentNumber?: number) =>
		visualSignature(Placement.parse(form), { rules, pages, documentNumber });
	expect(inDocument(1)).toBeUndefined();
	expect(inDocument(2)).toBeDefined();
	expect(inDocument()).toBeDefined();
});

it('an image goes along with any place', () => {
	const loadedImage = { mediaType: 'image/png', bytes: Buffer.from('abc') };
	const image = { content_type: 'image/png', content: 'YWJj' };
	const facts = { rules: rulesOf('public', 'v2'), pages };
	for (const form of [
		{ placement: 'formField', formField: 'Here' },
		{ placement: 'corner', corner: 'topLeft' },
		{ placement: 'position', positions: [place] },
	]) {
		const placed = { ...Placement.parse(form), loadedImage };
		expect(visualSignature(placed, facts)).toMatchObject({ image });
	}
});

it.each<[string, object, RegExp]>([
	['another word', { placement: 'here' }, /isn't free, formField, corner, or position/],
	['another corner', { placement: 'corner', corner: 'middle' }, /isn't one of bottomLeft/],
	['page 0', { placement: 'corner', corner: 'topLeft', pageNumber: 0 }, /must be 1 or more/],
	['no place', { placement: 'position', positions: [] }, /is empty\nAdd a position/],
])('%s is refused', (_title, form, reason) => {
	expect(Placement.safeParse(form).error?.issues[0]?.message).toMatch(reason);
});
