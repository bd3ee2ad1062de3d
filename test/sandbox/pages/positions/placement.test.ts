import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import { placedOn, shownSize, storedOn } from '../../../../sandbox/pages/positions/placement.ts';
import { readPdf } from '../../../../sandbox/pdf/file/read.ts';

describe('The place of a signature on a page as it is shown', () => {
	const box = { x: 10, y: 20, width: 100, height: 40 };

	test.each([
		[0, { width: 600, height: 800 }, { x: 10, y: 740, width: 100, height: 40 }],
		[90, { width: 800, height: 600 }, { x: 20, y: 10, width: 40, height: 100 }],
		[180, { width: 600, height: 800 }, { x: 490, y: 20, width: 100, height: 40 }],
		[270, { width: 800, height: 600 }, { x: 740, y: 490, width: 40, height: 100 }],
		[-90, { width: 800, height: 600 }, { x: 740, y: 490, width: 40, height: 100 }],
	])('turned by %d degrees', (rotation, size, place) => {
		const page = { x: 0, y: 0, width: 600, height: 800, rotation };
		expect(shownSize(page)).toEqual(size);
		expect(placedOn(page, box)).toEqual(place);
		expect(storedOn(page, place)).toEqual(box);
	});

	test('every page is read with the part that is shown of it', async () => {
		const pdf = await PDFDocument.create();
		pdf.addPage([600, 800]);
		const page = pdf.addPage([600, 800]);
		page.setCropBox(50, 60, 300, 400);
		page.setRotation(degrees(90));
		expect((await readPdf(await pdf.save())).pages).toEqual([
			{ x: 0, y: 0, width: 600, height: 800, rotation: 0 },
			{ x: 50, y: 60, width: 300, height: 400, rotation: 90 },
		]);
	});
});
