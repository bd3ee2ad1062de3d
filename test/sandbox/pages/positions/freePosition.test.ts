import { defaultPosition, within } from '../../../../sandbox/pages/positions/freePosition.ts';

const page = (width: number, height: number, rotation = 0) => ({
	x: 0,
	y: 0,
	width,
	height,
	rotation,
});
const signed = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ name: `s${index}`, signed: true, widgets: [] }));
const facts = (pages: Array<ReturnType<typeof page>>, signatures = 0) => ({
	pages,
	pageCount: pages.length,
	pageWidth: pages[0]?.width ?? 0,
	pageHeight: pages[0]?.height ?? 0,
	signatureFields: signed(signatures),
});
const A4 = page(595, 842);

describe('Where a signature stands until it is moved', () => {
	test.each([
		['lower right on the last page', facts([A4, A4]), 1, { x: 355, y: 742 }],
		['beside the first signature', facts([A4], 1), 0, { x: 145, y: 742 }],
		['above two others', facts([A4], 2), 0, { x: 355, y: 672 }],
		['as the page is seen', facts([page(595, 842, 90)]), 0, { x: 602, y: 495 }],
	])('%s', (_title, document, onPage, corner) => {
		const place = defaultPosition(document);
		expect(place).toEqual({ page: onPage, box: { ...corner, width: 200, height: 60 } });
	});

	test('it fits on a small page', () => {
		expect(defaultPosition(facts([page(100, 80)]))?.box).toEqual({
			x: 10,
			y: 20,
			width: 50,
			height: 20,
		});
	});

	test('a document without pages has none', () => {
		expect(defaultPosition(facts([]))).toBeUndefined();
	});

	test.each([
		[
			{ x: -50, y: 2000 },
			{ x: 0, y: 782 },
		],
		[
			{ x: 590, y: -1 },
			{ x: 395, y: 0 },
		],
		[
			{ x: 100, y: 200 },
			{ x: 100, y: 200 },
		],
	])('moved to %j it stands at %j', (wanted, corner) => {
		expect(within(A4, wanted)).toEqual({ ...corner, width: 200, height: 60 });
	});
});
