import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from 'playwright-core';
import { seeDocument, stageForAll } from '../stage.ts';

const stage = stageForAll();

async function pdfTurnedBy(angle: number): Promise<Buffer> {
	const pdf = await PDFDocument.create();
	pdf.addPage([600, 800]);
	pdf.addPage([600, 800]).setRotation(degrees(angle));
	pdf.setSubject('As large as real ones are. '.repeat(4_000));
	return Buffer.from(await pdf.save());
}

async function open(page: Page, buffer: Buffer) {
	await page
		.getByLabel('PDF file')
		.setInputFiles({ name: 'contract.pdf', mimeType: 'application/pdf', buffer });
}

/** Clicks at a share of the page as it is shown. */
async function clickAt(page: Page, across: number, down: number) {
	const leaf = page.locator('.leaf');
	await leaf.scrollIntoViewIfNeeded();
	const box = await leaf.boundingBox();
	if (!box) throw new Error('The page is not shown.');
	await leaf.click({ position: { x: box.width * across, y: box.height * down } });
}

const shown = async (page: Page, name: string) =>
	(await page.locator(`[data-output=${name}]`).textContent()) ?? '';
const SHOWN = ['pageNumber', 'x', 'y', 'width', 'height'];
const numbers = async (page: Page) =>
	await Promise.all(SHOWN.map(async (name) => Number(await shown(page, name))));
const json = async (page: Page, name: string) => JSON.parse(await shown(page, name)) as object;

/** Opens the tool with a PDF, and goes to its last page where asked. */
async function placeOn(pdf: Buffer, { isLast = false } = {}) {
	const page = await stage.visit(`${stage.sandbox.address}/app/place`);
	await open(page, pdf);
	await page.getByText('Page 1 / 2').waitFor();
	if (!isLast) return page;
	await page.getByRole('button', { name: 'Next page' }).click();
	await page.getByText('Page 2 / 2').waitFor();
	return page;
}

describe('The placing tool', () => {
	test('shows the position that was clicked, in both ways to count', async () => {
		const page = await placeOn(await pdfTurnedBy(0), { isLast: true });
		await clickAt(page, 0.5, 0.25);
		const [onPage, x, y, ...size] = await numbers(page);
		expect([onPage, ...size]).toEqual([2, 200, 60]);
		expect(x).toBeCloseTo(200, -1);
		expect(y).toBeCloseTo(570, -1);

		await page.getByRole('radio', { name: /Switzerland, Germany/ }).check();
		expect((await numbers(page))[2]).toBe(800 - Number(y) - 60);
		const place = { x, y: 800 - Number(y) - 60, width: 200, height: 60 };
		expect(await json(page, 'positions')).toEqual({
			visual_signature: { positions: [{ ...place, page: '1' }] },
		});
		expect(await json(page, 'position')).toEqual({
			visual_signature: { position: { ...place, page: '1' } },
		});
		expect(await json(page, 'node')).toEqual({
			placement: 'position',
			positions: [{ ...place, pageNumber: 2 }],
		});
	});

	test('the signature is at the position it showed, also on a turned page', async () => {
		const pdf = await pdfTurnedBy(90);
		const page = await placeOn(pdf, { isLast: true });
		await clickAt(page, 0.25, 0.5);
		const visual = await json(page, 'position');
		const created = await stage.create('v2', {
			content: pdf.toString('base64'),
			signatures: [{ account_email: 'anna@example.com', ...visual }],
		});
		await page.goto(`${String(created.json.signing_url)}?email=anna@example.com`);
		await page.getByRole('button', { name: 'Continue' }).click();
		await seeDocument(page);
		const sheet = await page.locator('.sheet').nth(1).boundingBox();
		const mark = await page.locator('.sheet').nth(1).locator('rect').boundingBox();
		if (!sheet || !mark) throw new Error('The mark is not shown.');
		const points = 800 / sheet.width;
		expect((mark.x - sheet.x) * points).toBeCloseTo(100, -1.2);
		expect((mark.y - sheet.y) * points).toBeCloseTo(270, -1.2);
		expect(mark.width * points).toBeCloseTo(200, -1);
		expect(mark.height * points).toBeCloseTo(60, -1);
	});

	test('the arrow keys and the size move it, and it stays on the page', async () => {
		const page = await placeOn(await pdfTurnedBy(0));
		await clickAt(page, 0.99, 0.99);
		expect(await numbers(page)).toEqual([1, 400, 0, 200, 60]);
		await page.keyboard.press('ArrowLeft');
		await page.keyboard.press('ArrowUp');
		expect(await numbers(page)).toEqual([1, 395, 5, 200, 60]);
		await page.getByLabel('Width').fill('300');
		expect(await numbers(page)).toEqual([1, 300, 5, 300, 60]);
	});

	test('a file that is no PDF is answered with words, and nothing is kept of any', async () => {
		const before = stage.sandbox.store.documents.length;
		const page = await stage.visit(`${stage.sandbox.address}/app/place`);
		await open(page, Buffer.from('no PDF'));
		await page.getByText('This file could not be read').waitFor();
		await open(page, await pdfTurnedBy(0));
		await page.getByText('Page 1 / 2').waitFor();
		expect(await page.getByRole('alert').count()).toBe(0);
		expect(stage.sandbox.store.documents).toHaveLength(before);
	});
});
