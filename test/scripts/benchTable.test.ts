import { besideTheLargest, isGoodEnough, markdownOf } from '../../bench/table.ts';

it.each([
	['smaller than the largest of the others', 19, 0.95, true],
	['as large', 20, 1, true],
	['larger', 21, 1.05, false],
])('a package that is %s: %d KiB, ratio %d, good enough: %p', (_title, ours, ratio, isEnough) => {
	const row = besideTheLargest('Packed size', { ours, small: 10, large: 20 }, 'KiB');
	expect(row).toMatchObject({ ratio, against: 'small: 10.0 KiB, large: 20.0 KiB' });
	expect(isGoodEnough(row)).toBe(isEnough);
	expect(markdownOf([row])).toContain(isEnough ? '| yes |' : '| **no** |');
});
