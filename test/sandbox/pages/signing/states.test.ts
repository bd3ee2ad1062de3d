import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../../../sandbox/pages/frame/texts/texts.ts';
import { DAY, inOrder, listIn, signers } from '../../scene.ts';
import {
	arriveAt,
	brokenWords,
	carla,
	confirmAs,
	declineBecause,
	ownAddress,
	PHONE,
	scrollsSideways,
	setStage,
	signAs,
	type Stage,
} from '../stage.ts';

let stage: Stage;
beforeAll(async () => {
	stage = await setStage();
});
afterEach(() => stage.leave());
afterAll(() => stage.close());

/** Each makes a request in its state and answers where its first signer without account signs. */
const STATES: Array<[heading: string, arrange: () => Promise<string>]> = [
	['Contract', async () => ownAddress(await stage.create('v2', { signatures: [carla] }))],
	[
		'This request was not sent yet',
		async () => ownAddress(await stage.create('v3', { signatures: [carla] })),
	],
	[
		'It is not your turn yet',
		async () => {
			const signatures = [...inOrder('anna@example.com'), { ...carla, sequence: 2 }];
			return ownAddress(await stage.create('v2', { signatures }), 1);
		},
	],
	[
		'You have already signed',
		async () => {
			const signatures = [...signers('anna@example.com'), carla];
			const request = await stage.create('v2', { signatures });
			await stage.sandbox.people.sign(request.id, 'c@example.org');
			return ownAddress(request, 1);
		},
	],
	[
		'You have already declined',
		async () => {
			const request = await stage.create('v2', { signatures: [carla] });
			stage.sandbox.people.decline(request.id, 'c@example.org', 'No');
			return ownAddress(request);
		},
	],
	[
		'This request was declined',
		async () => {
			const signatures = [...signers('anna@example.com'), carla];
			const request = await stage.create('v2', { signatures });
			stage.sandbox.people.decline(request.id, 'anna@example.com');
			return ownAddress(request, 1);
		},
	],
	[
		'This request ended with an error',
		async () => {
			const request = await stage.create('v2', { signatures: [carla] });
			stage.sandbox.people.failTechnically(request.id);
			return ownAddress(request);
		},
	],
	[
		'This request was withdrawn',
		async () => {
			const request = await stage.create('v2', { signatures: [carla] });
			await stage.send('POST', `/v2/signature-requests/${request.id}/withdraw`);
			return ownAddress(request);
		},
	],
	[
		'This request has expired',
		async () => {
			const expires_at = new Date(stage.sandbox.clock.now()).toISOString().slice(0, 10);
			const request = await stage.open('v3', { signatures: [carla], expires_at });
			await stage.sandbox.clock.advance(DAY);
			return ownAddress(request);
		},
	],
	[
		'This request does not exist',
		async () => {
			const request = await stage.create('v2', { signatures: [carla] });
			await stage.send('DELETE', `/v2/signature-requests/${request.id}`);
			return ownAddress(request);
		},
	],
];

async function answerNo(page: Page) {
	await page.getByLabel('Reason for declining').fill('No');
	await page.getByRole('button', { name: 'Decline' }).click();
}

describe('What people find at their address', () => {
	test.each(STATES)('%s', async (heading, arrange) => {
		const text = await (await fetch(await arrange())).text();
		expect(text).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`));
		expect(text.includes('name="name"')).toBe(heading === 'Contract');
	});

	test('one who has to wait reads for whom', async () => {
		const signatures = [...inOrder('anna@example.com', 'ben@example.com')];
		const { json } = await stage.create('v2', { signatures });
		const page = await stage.visit(String(json.signing_url));
		await confirmAs(page, 'ben@example.com');
		await arriveAt(page, 'It is not your turn yet');
		expect(await page.locator('.waiting-for li').allInnerTexts()).toEqual(['anna@example.com']);
		expect(await page.getByRole('link', { name: /once more/ }).count()).toBe(0);
	});

	test('one who was removed is no longer asked', async () => {
		const request = await stage.create('v2', { signatures: [carla, ...signers('a@example.com')] });
		const [first] = listIn(request, 'signatures');
		await stage.send(
			'DELETE',
			`/v2/signature-requests/${request.id}/signatures/${String(first?.sid)}`,
		);
		await arriveAt(await stage.visit(ownAddress(request)), 'This request does not exist');
	});

	test.each([
		['signing', '', (page: Page) => signAs(page, 'Carla')],
		['declining', '?answer=decline', (page: Page) => answerNo(page)],
	])('%s comes too late after a withdrawal', async (_title, query, act) => {
		const request = await stage.create('v2', { signatures: [carla] });
		const page = await stage.visit(ownAddress(request) + query);
		await stage.send('POST', `/v2/signature-requests/${request.id}/withdraw`);
		await act(page);
		await arriveAt(page, 'This request was withdrawn');
	});

	test('an account holder has no address of their own', async () => {
		const { id, json } = await stage.create('v2', { signatures: signers('anna@example.com') });
		const sid = stage.sandbox.store.request(id)?.signatures[0]?.id;
		const page = await stage.visit(`${String(json.signing_url)}/${sid}`);
		await arriveAt(page, 'This request does not exist');
	});
});

describe('On a phone', () => {
	test.each(LANGUAGES)(
		'at 320 pixels no word of the signing page breaks (%s)',
		async (language) => {
			const address = ownAddress(await stage.open('v2', { signatures: [{ ...carla, language }] }));
			const page = await stage.visit(address, { viewport: { width: 320, height: 700 } });
			expect(await brokenWords(page)).toEqual([]);
			expect(await scrollsSideways(page)).toBe(false);
		},
	);

	test('long words do not widen any page', async () => {
		const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(4);
		const { json } = await stage.create('v2', {
			title: long,
			message: long,
			signatures: signers(`${'a'.repeat(60)}@example.com`),
		});
		const page = await stage.visit(String(json.signing_url), PHONE);
		expect(await scrollsSideways(page)).toBe(false);
		await confirmAs(page, `${'a'.repeat(60)}@example.com`);
		await arriveAt(page, long);
		expect(await scrollsSideways(page)).toBe(false);
		await declineBecause(page, long);
		await arriveAt(page, 'You have declined');
		expect(await scrollsSideways(page)).toBe(false);
	});
});

describe('Markup in what others wrote', () => {
	const attack = `"'><img src=x onerror=alert(1)><script>alert(2)</script>`;

	test('is shown as text and never run', async () => {
		const { json } = await stage.create('v2', {
			title: attack,
			message: attack,
			signatures: signers('anna@example.com'),
		});
		const exits = new URLSearchParams({ exitURL: `javascript:alert(3)//${attack}`, lang: attack });
		const page = await stage.visit(`${String(json.signing_url)}?${exits.toString()}`);
		await confirmAs(page, 'anna@example.com');
		await arriveAt(page, attack);
		expect(await page.locator('dd.message').innerText()).toBe(attack);
		await declineBecause(page, attack);
		await arriveAt(page, 'You have declined');
		expect(await page.locator('dd.message').innerText()).toBe(attack);
		expect(await page.locator('img[src=x], main script, a[href^=javascript]').count()).toBe(0);

		await page.goto(stage.sandbox.address);
		expect(await page.locator('#requests').innerText()).toContain(`Reason: ${attack}`);
		expect(await page.locator('img[src=x], main script').count()).toBe(0);
	});

	test('an exit URL is a link and nothing else', async () => {
		const request = await stage.create('v2', { signatures: [carla] });
		const exitURL = `https://a.example/?"><script>alert(1)</script>`;
		const page = await stage.visit(`${ownAddress(request)}?exitURL=${encodeURIComponent(exitURL)}`);
		await signAs(page, attack);
		await arriveAt(page, 'Thank you, you have signed');
		const link = page.getByRole('link', { name: 'Continue now' });
		expect(await link.getAttribute('href')).toBe(new URL(exitURL).href);
		expect(await page.locator('main script').count()).toBe(0);
	});
});
