import { cornerFault, positionFault, positionIn } from '../../../../nodes/shared/positions/pages';
import type { CornerPlacement } from '../../../../nodes/shared/positions/placement';

const pages = { count: 3, width: 600, height: 800 };
const corner: CornerPlacement = {
	placement: 'corner',
	corner: 'bottomRight',
	onPage: 'last',
	width: 200,
	height: 60,
};

it.each([
	['bottomLeft', 40, 40, 700],
	['bottomRight', 360, 40, 700],
	['topLeft', 40, 700, 40],
	['topRight', 360, 700, 40],
] as const)('%s is found from either edge', (name, x, fromBottom, fromTop) => {
	const wanted = { ...corner, corner: name };
	const place = { pageNumber: 3, width: 200, height: 60, x };
	expect(positionIn(wanted, pages, { yCountsFrom: 'bottom' })).toEqual({ ...place, y: fromBottom });
	expect(positionIn(wanted, pages, { yCountsFrom: 'top' })).toEqual({ ...place, y: fromTop });
});

it.each<[Partial<CornerPlacement>, number]>([
	[{ onPage: 'first' }, 1],
	[{ onPage: 'last' }, 3],
	[{ onPage: 'number', pageNumber: 2 }, 2],
	[{ onPage: undefined, pageNumber: 2 }, 2],
	[{ onPage: undefined, pageNumber: 1 }, 1],
	[{ onPage: undefined }, 3],
	// A form keeps a number that it does not show.
	[{ onPage: 'last', pageNumber: 1 }, 3],
])('%j is page %s', (chosen, pageNumber) => {
	const wanted = { ...corner, ...chosen, rotation: 90 };
	const found = positionIn(wanted, pages, { yCountsFrom: 'top' });
	expect(found).toMatchObject({ pageNumber, rotation: 90 });
});

it.each<[string, Partial<CornerPlacement>, string | undefined]>([
	['the last page', { onPage: 'number', pageNumber: 3 }, undefined],
	['a page behind it', { onPage: 'number', pageNumber: 4 }, 'pageNumber'],
	['a page behind it, by the number alone', { onPage: undefined, pageNumber: 4 }, 'pageNumber'],
	['a number that is not asked for', { pageNumber: 4 }, undefined],
	['all of the width', { width: 560 }, undefined],
	['more than the width', { width: 561 }, 'width'],
	['more than the height', { height: 761 }, 'height'],
])('whether a corner can be used: %s', (_title, more, path) => {
	expect(cornerFault({ ...corner, ...more }, pages)?.path).toEqual(path && [path]);
});

it.each([
	['the last page', { pageNumber: 3 }, undefined],
	['a page behind it', { pageNumber: 4 }, ['positions', 1, 'pageNumber']],
	['a page behind it in another document', { pageNumber: 4, document: 2 }, undefined],
])('whether positions can be used: %s', (_title, more, path) => {
	const position = { pageNumber: 1, x: 0, y: 0, width: 10, height: 10 };
	expect(positionFault([position, { ...position, ...more }], pages, 1)?.path).toEqual(path);
});
