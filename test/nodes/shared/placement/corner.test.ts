import { cornerFault, positionIn } from '../../../../nodes/shared/placement/corner';
import type { CornerPlacement } from '../../../../nodes/shared/placement/placement.schema';

const pages = { count: 3, width: 600, height: 800 };
const corner: CornerPlacement = {
	placement: 'corner',
	corner: 'bottomRight',
	onPage: 'last',
	pageNumber: 2,
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
	const place = { page: 2, width: 200, height: 60, x };
	expect(positionIn(wanted, pages, { yCountsFrom: 'bottom' })).toEqual({ ...place, y: fromBottom });
	expect(positionIn(wanted, pages, { yCountsFrom: 'top' })).toEqual({ ...place, y: fromTop });
});

it.each([
	['first', 0],
	['last', 2],
	['number', 1],
] as const)('the page called %s is %s for the service', (onPage, page) => {
	const found = positionIn({ ...corner, onPage, rotation: 90 }, pages, { yCountsFrom: 'top' });
	expect(found).toMatchObject({ page, rotation: 90 });
});

it.each<[string, Partial<CornerPlacement>, string | undefined]>([
	['the last page', { onPage: 'number', pageNumber: 3 }, undefined],
	['a page behind it', { onPage: 'number', pageNumber: 4 }, 'pageNumber'],
	['a number that is not asked for', { pageNumber: 4 }, undefined],
	['all of the width', { width: 560 }, undefined],
	['more than the width', { width: 561 }, 'width'],
	['more than the height', { height: 761 }, 'height'],
])('whether a corner can be used: %s', (_title, more, path) => {
	expect(cornerFault({ ...corner, ...more }, pages)?.path).toBe(path);
});
