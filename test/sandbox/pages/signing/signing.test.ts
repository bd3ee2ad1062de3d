import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { trustedRoots } from '../../../../sandbox/pdf/cms/certificate.ts';
import { verifyPdf } from '../../../../sandbox/validation/signatures/verify.ts';
import type { Answer } from '../../client.ts';
import { pdfWithField } from '../../formField.ts';
import { signers } from '../../scene.ts';
import {
	arriveAt,
	carla,
	confirmAs,
	declineBecause,
	ownAddress,
	seeDocument,
	stageForAll,
	signAs,
} from '../stage.ts';

const stage = stageForAll();

const sharedAddress = ({ json }: Answer) => String(json.signing_url);
const statusOf = ({ id }: Answer) => stage.sandbox.store.request(id)?.status;

interface Image {
	naturalWidth: number;
	decode(): Promise<void>;
}

async function downloaded(page: Page, link: string): Promise<Buffer> {
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('link', { name: link }).click(),
	]);
	return await readFile(await download.path());
}

describe('Signing', () => {
	test('an account holder confirms the address, reads, types the name and has signed', async () => {
		const request = await stage.create('v2', {
			title: 'Lease',
			message: 'Please sign\nby Friday',
			signatures: signers('anna@example.com'),
		});
		const page = await stage.visit(sharedAddress(request));
		await arriveAt(page, 'Confirm your address');
		await confirmAs(page, 'Anna@Example.com');

		await arriveAt(page, 'Lease');
		const intro = await page.getByRole('main').innerText();
		expect(intro).toContain('api_production_anna');
		expect(intro).toContain('Please sign\nby Friday');
		await signAs(page, 'Anna Muster');
		await arriveAt(page, 'Thank you, you have signed');
		expect(await page.getByRole('status').first().innerText()).toContain('you have signed');
		expect(statusOf(request)).toBe('SIGNED');

		const pdf = await downloaded(page, 'Download the signed document');
		const { signatures } = await verifyPdf(pdf, await trustedRoots());
		expect(signatures).toMatchObject([
			{ signer: 'Anna Muster', integrity: 'intact', trusted: true, coversWholeDocument: true },
		]);
	});

	test('every page of the document is shown as an image', async () => {
		const request = await stage.create('v2', { signatures: [carla] });
		const page = await stage.visit(ownAddress(request));
		const images = page.getByRole('img', { name: /^Contract, page \d of 2$/ });
		expect(await images.count()).toBe(2);
		for (const image of await images.all()) {
			const width = await image.evaluate(async (image: Image) => {
				await image.decode();
				return image.naturalWidth;
			});
			expect(width).toBe(1190);
		}
	});

	test('someone declines in a browser without script', async () => {
		const request = await stage.create('v2', { signatures: signers('anna@example.com') });
		const page = await stage.visit(sharedAddress(request), { javaScriptEnabled: false });
		await confirmAs(page, 'anna@example.com');
		await declineBecause(page, 'No');
		await arriveAt(page, 'You have declined');
		expect(statusOf(request)).toBe('DECLINED');
	});

	test('the keyboard alone is enough, from the address to the signature', async () => {
		const request = await stage.create('v2', { signatures: signers('anna@example.com') });
		const page = await stage.visit(sharedAddress(request));
		const { keyboard } = page;
		// The browser moves the focus there a moment after the page has arrived.
		await page.locator('input:focus').waitFor();
		await keyboard.type('anna@example.com');
		await keyboard.press('Enter');
		await seeDocument(page);

		await keyboard.press('Tab');
		expect(await page.evaluate('document.activeElement.innerText')).toBe('Skip to signing');
		await keyboard.press('Enter');
		await keyboard.press('Tab');
		await keyboard.type('Anna Muster');
		// Past the choice of how it looks.
		await keyboard.press('Tab');
		await keyboard.press('Tab');
		const outline = 'getComputedStyle(document.activeElement).outlineStyle';
		expect(await page.evaluate(outline)).toBe('solid');
		await keyboard.press('Enter');
		await page.getByText('Thank you, you have signed').waitFor();
		expect(statusOf(request)).toBe('SIGNED');
	});
});

describe('Declining', () => {
	test('the reason is kept and shown', async () => {
		const request = await stage.create('v2', { signatures: [carla] });
		const page = await stage.visit(ownAddress(request));
		await page.getByText('Decline instead').click();
		await arriveAt(page, 'Decline to sign?');
		expect(await page.getByRole('main').innerText()).toContain('this cannot be undone');
		await page.getByRole('link', { name: 'Back to the document' }).click();
		expect(statusOf(request)).toBe('OPEN');
		await declineBecause(page, 'The price is wrong.');
		await arriveAt(page, 'You have declined');
		expect(await page.getByRole('main').innerText()).toContain('The price is wrong.');
		expect(stage.sandbox.store.request(request.id)).toMatchObject({
			status: 'DECLINED',
			signatures: [{ status: 'DECLINED', declineReason: 'The price is wrong.' }],
		});
	});
});

test('a form that another site sends is refused', async () => {
	const request = await stage.create('v2', { signatures: [carla] });
	const answer = await fetch(ownAddress(request), {
		...{ method: 'POST', headers: { origin: 'https://elsewhere.example' } },
		body: new URLSearchParams({ action: 'sign', name: 'Carla' }),
	});
	expect(answer.status).toBe(403);
	expect(statusOf(request)).toBe('OPEN');
});

describe('The place of the signature', () => {
	const box = { x: 300, y: 100, width: 200, height: 60 };

	test.each([
		['a position', 'Page 2', () => ({ visual_signature: { position: { ...box, page: '1' } } })],
		[
			'a form field',
			'Page 2, field “buyer”',
			() => ({ visual_signature: { form_field: 'buyer' } }),
		],
	])('%s is marked on its page', async (_title, linkText, place) => {
		const content = await pdfWithField('buyer', [300, 100, 500, 160]);
		const request = await stage.create('v2', { content, signatures: [{ ...carla, ...place() }] });
		const page = await stage.visit(ownAddress(request));
		await seeDocument(page);
		const sheet = await page.locator('.sheet').nth(1).boundingBox();
		const mark = await page.locator('.sheet').nth(1).locator('rect').boundingBox();
		if (!sheet || !mark) throw new Error('The mark is not shown.');
		const points = 595 / sheet.width;
		expect((mark.x - sheet.x) * points).toBeCloseTo(box.x, -1);
		expect((mark.y - sheet.y) * points).toBeCloseTo(842 - box.y - box.height, -1);
		expect(mark.width * points).toBeCloseTo(box.width, -1);

		await page.getByRole('link', { name: linkText, exact: true }).click();
		await page.getByLabel('Your name').fill('Carla R.');
		expect(await page.locator('.sheet text').textContent()).toBe('Carla R.');
	});
});
