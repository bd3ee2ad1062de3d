import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { encodePng } from '../../../../sandbox/pdf/image/png.ts';
import type { Answer } from '../../client.ts';
import { isInk, isRed, shareOf } from '../ink.ts';
import { arriveAt, carla, ownAddress, PHONE, seeDocument, stageForAll } from '../stage.ts';

const stage = stageForAll();

const THANKS = 'Thank you, you have signed';
const USUAL = { x: 355, y: 742, width: 200, height: 60 };
/** Nothing glides away from under the mouse. */
const STILL = { reducedMotion: 'reduce' } as const;
const submit = (page: Page) => page.getByRole('button', { name: 'Sign document' }).click();

/** Carla sees what she is asked to sign. */
async function begin(signer: object = {}, options: BrowserContextOptions = {}) {
	const request = await stage.create('v2', { signatures: [{ ...carla, ...signer }] });
	const page = await stage.visit(ownAddress(request), { ...STILL, ...options });
	await seeDocument(page);
	return { request, page };
}

function signedPdf({ id }: Answer): Buffer {
	const { store } = stage.sandbox;
	const document = store.document(store.request(id)?.documentIds[0] ?? '');
	if (!document) throw new Error('There is no document.');
	return store.contentOf(document);
}

async function boxOf(locator: Locator) {
	const box = await locator.boundingBox();
	if (!box) throw new Error('It is not shown.');
	return box;
}

/** Covers most of the pad with strokes, or as much as their distance leaves. */
async function draw(page: Page, distance = 4) {
	await page.getByRole('radio', { name: 'Drawn' }).check();
	const pad = page.getByRole('img', { name: /^Draw your signature/ });
	await pad.scrollIntoViewIfNeeded();
	const { x, y, width, height } = await boxOf(pad);
	await page.mouse.move(x + 5, y + 5);
	await page.mouse.down();
	for (let down = 5; down < height - 5; down += distance) {
		await page.mouse.move(x + width - 5, y + down);
		await page.mouse.move(x + 5, y + down + 2);
	}
	await page.mouse.up();
}

/** Clicks so many points from the upper left corner of a page of 595 by 842 points. */
async function clickAt(page: Page, sheetIndex: number, x: number, y: number) {
	const sheet = page.locator('.sheet').nth(sheetIndex);
	await sheet.scrollIntoViewIfNeeded();
	const { width } = await boxOf(sheet);
	const scale = width / 595;
	await sheet.click({ position: { x: x * scale, y: y * scale } });
}

describe('How the signature looks', () => {
	test('a typed name, which is filled in, stands visibly on the last page', async () => {
		const { page, request } = await begin();
		expect(await page.getByLabel('Your name').inputValue()).toBe('Carla Rossi');
		await submit(page);
		await arriveAt(page, THANKS);
		const pdf = signedPdf(request);
		expect(await shareOf(isInk, pdf, 1, USUAL)).toBeGreaterThan(0.005);
		expect(await shareOf(isInk, pdf, 1, USUAL)).toBeLessThan(0.1);
		expect(await shareOf(isInk, pdf, 0)).toBe(0);
	});

	test('a drawn one stands as it was drawn, where the person clicked', async () => {
		const { page, request } = await begin();
		await draw(page);
		await clickAt(page, 0, 200, 300);
		expect(await page.locator('.sheet').first().locator('canvas.ink').isVisible()).toBe(true);
		await submit(page);
		await arriveAt(page, THANKS);
		const pdf = signedPdf(request);
		const clicked = { x: 100, y: 270, width: 200, height: 60 };
		expect(await shareOf(isInk, pdf, 0, clicked)).toBeGreaterThan(0.12);
		expect(await shareOf(isInk, pdf, 1)).toBe(0);
	});

	test('it is drawn on a phone, at a place that the request demands', async () => {
		const position = { x: 50, y: 600, width: 300, height: 90, page: '0' };
		const { page, request } = await begin({ visual_signature: { position } }, PHONE);
		expect(await page.locator('.mover').count()).toBe(0);
		await draw(page);
		await submit(page);
		await arriveAt(page, THANKS);
		const place = { x: 50, y: 842 - 600 - 90, width: 300, height: 90 };
		expect(await shareOf(isInk, signedPdf(request), 0, place)).toBeGreaterThan(0.12);
	});

	test('an uploaded image stands without its paper', async () => {
		const pixels = Buffer.alloc(120 * 40 * 4, 255);
		for (let at = 0; at < pixels.length; at += 4) {
			if (at % 480 < 240) pixels.set([220, 0, 0, 255], at);
		}
		const { page, request } = await begin();
		await page.getByRole('radio', { name: 'Uploaded' }).check();
		const file = page.getByLabel('Image of your signature');
		const image = (buffer: Buffer) => ({ name: 'me.png', mimeType: 'image/png', buffer });
		await file.setInputFiles(image(Buffer.from('no image')));
		await page.getByText('This file is not an image').waitFor();
		await file.setInputFiles(image(encodePng(pixels, 120, 40)));
		const preview = page.locator('canvas.preview');
		await preview.waitFor();
		expect(await preview.getAttribute('width')).toBe('60');
		await submit(page);
		await arriveAt(page, THANKS);
		expect(await shareOf(isRed, signedPdf(request), 1, USUAL)).toBeGreaterThan(0.08);
	});

	test('nothing drawn is not signed with, and what was cleared counts as nothing', async () => {
		const { page, request } = await begin();
		await draw(page, 40);
		await page.getByRole('button', { name: 'Clear' }).click();
		await submit(page);
		await page.getByText('Please draw or upload your signature').waitFor();
		expect(stage.sandbox.store.request(request.id)?.status).toBe('OPEN');
		await page.getByRole('radio', { name: 'Typed' }).check();
		await submit(page);
		await arriveAt(page, THANKS);
	});

	test('while it is signed the button says so, and a second press does nothing', async () => {
		const { page } = await begin();
		const pressedTwice = await page.evaluate(`(() => {
			const wasHeldBack = [];
			const button = document.querySelector('button.main');
			// The page stays, so that one can look at it.
			window.addEventListener('submit', (event) => {
				wasHeldBack.push(event.defaultPrevented);
				event.preventDefault();
			});
			button.click();
			button.click();
			return { wasHeldBack, text: button.textContent, busy: button.getAttribute('aria-busy') };
		})()`);
		expect(pressedTwice).toEqual({
			wasHeldBack: [false, true],
			text: 'Signing …',
			busy: 'true',
		});
	});

	const drawn = { action: 'sign', name: 'Carla', look: 'drawn' };
	test.each([
		[{ action: 'sign', name: '   ' }, 'Please type your name.'],
		[{ action: 'decline', reason: '   ' }, 'Please say why you decline.'],
		[{ ...drawn, image: '' }, 'Please draw or upload'],
		[{ ...drawn, image: 'data:image/png;base64,AAAA' }, 'The image could not be read'],
	])('the form %j is answered with words', async (form, words) => {
		const request = await stage.create('v2', { signatures: [carla] });
		const body = new URLSearchParams(form as Record<string, string>);
		const answer = await fetch(ownAddress(request), { method: 'POST', body });
		expect(await answer.text()).toContain(words);
		expect(stage.sandbox.store.request(request.id)?.status).toBe('OPEN');
	});

	test.each(['x', '{}', '[{"page":-1,"x":0,"y":0}]'])(
		'a form with the places %s is refused',
		async (places) => {
			const request = await stage.create('v2', { signatures: [carla] });
			const body = new URLSearchParams({ action: 'sign', name: 'Carla', places });
			expect((await fetch(ownAddress(request), { method: 'POST', body })).status).toBe(400);
			expect(stage.sandbox.store.request(request.id)?.status).toBe('OPEN');
		},
	);
});

describe('Moving the signature', () => {
	test('with the keyboard alone, also to another page, and signing with it', async () => {
		const { page, request } = await begin();
		const { keyboard } = page;
		const mover = page.getByRole('button', { name: /move it with the arrow keys/ });
		const focused = () => page.evaluate<string>('document.activeElement.className');
		for (let tabs = 0; tabs < 15 && (await focused()) !== 'mover'; tabs += 1) {
			await keyboard.press('Tab');
		}
		await keyboard.press('PageUp');
		for (let steps = 0; steps < 5; steps += 1) await keyboard.press('ArrowUp');
		await keyboard.press('ArrowLeft');
		expect(await page.getByRole('status').first().innerText()).toBe(
			'Your signature stands on page 1.',
		);
		expect(await focused()).toBe('mover');
		expect(await mover.count()).toBe(1);
		await submit(page);
		await arriveAt(page, THANKS);
		const place = { ...USUAL, x: USUAL.x - 10, y: USUAL.y - 50 };
		expect(await shareOf(isInk, signedPdf(request), 0, place)).toBeGreaterThan(0.005);
		expect(await shareOf(isInk, signedPdf(request), 1)).toBe(0);
	});

	test('by dragging it', async () => {
		const { page } = await begin();
		const mover = page.getByRole('button', { name: /move it with the arrow keys/ });
		await mover.scrollIntoViewIfNeeded();
		const before = await boxOf(mover);
		await page.mouse.move(before.x + 20, before.y + 20);
		await page.mouse.down();
		await page.mouse.move(before.x - 80, before.y - 30, { steps: 3 });
		await page.mouse.up();
		const after = await boxOf(mover);
		expect([after.x - before.x, after.y - before.y].map(Math.round)).toEqual([-100, -50]);
	});

	test('“Next position” leads from one position to the next, and then to the name', async () => {
		const position = (page: string) => ({ x: 50, y: 50, width: 200, height: 60, page });
		const positions = [position('0'), position('1')];
		const { page } = await begin({ visual_signature: { positions } });
		const next = page.getByRole('link', { name: 'Next position' });
		const here = page.locator('.here');
		await next.click();
		expect(await here.getAttribute('id')).toBe('place-1');
		await next.click();
		expect(await here.getAttribute('id')).toBe('place-2');
		await next.click();
		expect(await page.evaluate('document.activeElement.id')).toBe('name');
	});

	test('nothing lies over a document that has the form beside it', async () => {
		const position = { x: 200, y: 5, width: 200, height: 60, page: '0' };
		const desk = { viewport: { width: 1280, height: 720 } };
		const { page } = await begin({ visual_signature: { position } }, desk);
		for (const fromBottom of [10, 30, 60]) {
			const isOnTop = await page.evaluate<boolean>(`(() => {
				const box = () => document.getElementById('place-1').getBoundingClientRect();
				scrollTo(0, scrollY + box().bottom + ${fromBottom} - innerHeight);
				const { x, y, width, height } = box();
				return document.elementFromPoint(x + width / 2, y + height / 2).closest('.sheet') !== null;
			})()`);
			expect(isOnTop).toBe(true);
		}
	});

	test('a bar at the bottom of a phone stays clear of the signature that is moved', async () => {
		const { page } = await begin({}, { viewport: { width: 320, height: 480 } });
		const mover = page.getByRole('button', { name: /move it with the arrow keys/ });
		await mover.focus();
		await page.evaluate(
			'scrollTo(0, scrollY + document.activeElement.getBoundingClientRect().top + 10 - innerHeight)',
		);
		await page.keyboard.press('ArrowUp');
		const bar = await boxOf(page.getByRole('navigation', { name: 'Position' }));
		const { y, height } = await boxOf(mover);
		expect(y + height).toBeLessThanOrEqual(bar.y);
	});
});
