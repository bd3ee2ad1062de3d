import type { Browser } from 'playwright-core';
import { startBrowser } from '../../../support/machine/browser.ts';
import { startReceiver, type Receiver } from '../../receiver.ts';
import { HOUR, inOrder, listIn, MINUTE, NOON, signers } from '../../scene.ts';
import { call, loggedIn } from '../../client.ts';
import { isInk, shareOf } from '../ink.ts';
import { brokenWords, carla, PHONE, scrollsSideways, setStage, type Stage } from '../stage.ts';

let stage: Stage;
let receiver: Receiver;
let browser: Browser;
beforeAll(async () => {
	browser = await startBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
	[stage, receiver] = await Promise.all([setStage({}, browser), startReceiver()]);
});
afterEach(async () => {
	await stage.leave();
	await Promise.all([stage.close(), receiver.close()]);
});

const overview = (options?: Parameters<Stage['visit']>[1]) =>
	stage.visit(stage.sandbox.address, options);
const SIGN = { name: /^Sign / };

describe('The overview', () => {
	test('shows how to reach the sandbox, and no token', async () => {
		const send = await loggedIn(stage.sandbox);
		await send('GET', '/v2/documents?access_token=secret');
		const page = await overview();
		const text = await page.getByRole('main').innerText();
		for (const part of [stage.sandbox.address, stage.sandbox.username, stage.sandbox.apiKey]) {
			expect(text).toContain(part);
		}
		expect(text).toMatch(/Placeholder prefix\s+SERVICE[^]*Dialect\s+Contract/);
		expect(text).toContain('GET /v2/documents');
		expect(await page.content()).not.toMatch(/secret|eyJ/);
	});

	test('shows requests, signers, emails with their links, and calls', async () => {
		const { id, ...request } = await stage.create('v2', {
			title: 'Lease',
			signatures: [...signers('anna@example.com'), carla],
		});
		await stage.send('POST', `/v2/signature-requests/${id}/remind`);
		const page = await overview();
		expect(await page.locator('#requests').innerText()).toMatch(
			/OPEN\s+Lease[^]*anna@example\.com[^]*Carla Rossi/,
		);
		const mails = page.locator('#mails li');
		expect(await mails.allInnerTexts()).toEqual([
			expect.stringContaining('Reminder: please sign: Lease'),
			expect.stringContaining('Reminder: please sign: Lease'),
			expect.stringMatching(/Please sign: Lease[^]*To\s+c@example\.org/),
			expect.stringMatching(/Please sign: Lease[^]*To\s+anna@example\.com/),
		]);
		expect(await mails.nth(2).innerText()).toMatch(
			/From\s+Signature sandbox <.+>[^]*asked to sign/,
		);
		expect(await mails.nth(3).getByRole('link').getAttribute('href')).toBe(
			`${String(request.json.signing_url)}?email=anna%40example.com`,
		);
		expect(await mails.nth(2).getByRole('link').getAttribute('href')).toBe(
			listIn({ id, ...request }, 'signatures')[1]?.signing_url,
		);
		expect(await page.locator('#calls li').first().innerText()).toMatch(
			new RegExp(`204\\s+POST /v2/signature-requests/${id}/remind`),
		);
	});

	test('says how to begin, and leads to n8n where there is one', async () => {
		const page = await overview();
		expect(await page.getByRole('region', { name: 'How to begin' }).count()).toBe(1);
		expect(await page.getByRole('link', { name: 'Open n8n' }).count()).toBe(0);
		stage.sandbox.settings.n8nUrl = 'http://127.0.0.1:5678';
		await page.reload();
		const link = page.getByRole('link', { name: 'Open n8n' });
		expect(await link.getAttribute('href')).toBe('http://127.0.0.1:5678');
	});

	test('one click signs, visibly on the last page', async () => {
		const { id } = await stage.create('v2', { signatures: signers('anna@example.com') });
		const page = await overview();
		await page.getByRole('button', SIGN).click();
		await page.getByRole('status').getByText('anna@example.com: Signed.').waitFor();
		const { store } = stage.sandbox;
		const document = store.document(store.request(id)?.documentIds[0] ?? '');
		expect(await shareOf(isInk, store.contentOf(document!), 1)).toBeGreaterThan(0);
	});

	test('shows callbacks with every answer, and repeats them when time passes', async () => {
		receiver.answers.push({ status: 503 });
		await stage.create('v2', {
			callback_success_url: `${receiver.address}/done?x=1&y=2`,
			signatures: signers('anna@example.com'),
		});
		const page = await overview();
		await page.getByRole('button', SIGN).click();
		await page.getByRole('status').getByText('anna@example.com: Signed.').waitFor();
		await stage.sandbox.settled();
		await page.reload();
		const callbacks = page.locator('#callbacks');
		expect(await callbacks.innerText()).toMatch(/OPEN\s+success\s+1 attempt: HTTP 503/);

		await page.getByRole('button', { name: 'Ten minutes' }).click();
		await callbacks.getByText('2 attempts: HTTP 503, HTTP 200').waitFor();
		const shown = await callbacks.innerText();
		expect(shown).toContain(`${receiver.address}/done?…`);
		expect(shown).not.toContain('x=1');
		expect(receiver.received).toHaveLength(2);
	});

	test.each([
		['minute', 'A minute', MINUTE],
		['tenMinutes', 'Ten minutes', 10 * MINUTE],
		['hour', 'An hour', HOUR],
		['day', 'A day', 24 * HOUR],
	])('lets time pass: %s', async (span, name, ms) => {
		const { text } = await call(stage.sandbox, 'GET', '/');
		expect(text).toMatch(new RegExp(`value="${span}"[^<]*>\\s*${name}\\s*</button>`));
		await call(stage.sandbox, 'POST', '/app/overview/time', new URLSearchParams({ span }));
		expect(stage.sandbox.clock.now()).toBe(NOON + ms);
	});

	test('declines with the reason that was typed, and fails technically', async () => {
		const request = await stage.create('v2', { signatures: signers('anna@example.com') });
		const other = await stage.create('v2', { signatures: signers('ben@example.com') });
		const page = await overview();
		const card = page.locator(`#request-${request.id}`);
		await card.getByText('Name and reason').click();
		await card.getByLabel('Reason for declining').fill('Too dear');
		await card.getByRole('button', { name: /^Decline/ }).click();
		await card.getByText('Reason: Too dear').waitFor();
		await page.locator(`#request-${other.id}`).getByRole('button', { name: /^Fail/ }).click();
		await page.getByRole('status').getByText('ben@example.com: Failed technically.').waitFor();
		const { store } = stage.sandbox;
		expect([store.request(request.id)?.status, store.request(other.id)?.status]).toEqual([
			'DECLINED',
			'ERROR',
		]);
	});

	test('says why someone cannot sign yet', async () => {
		const signatures = inOrder('anna@example.com', 'ben@example.com');
		const { id } = await stage.create('v2', { signatures });
		const page = await overview();
		await page.getByRole('button', SIGN).nth(1).click();
		await page.getByRole('status').getByText('others have to sign first').waitFor();
		expect(stage.sandbox.store.request(id)?.status).toBe('OPEN');
	});

	test('its buttons work without script', async () => {
		const { id } = await stage.create('v2', { signatures: signers('anna@example.com') });
		const page = await overview({ javaScriptEnabled: false });
		await page.getByText('Name and reason').click();
		await page.getByLabel('Name to sign with').fill('Anna M.');
		await page.getByRole('button', SIGN).click();
		await page.locator('#requests .pill', { hasText: 'SIGNED' }).first().waitFor();
		expect(stage.sandbox.store.request(id)?.history.at(-1)).toMatchObject({
			event: 'sign',
			who: 'Anna M.',
		});
	});

	test('brings what is new without losing what is typed, opened and focused', async () => {
		await stage.create('v2', { signatures: signers('anna@example.com') });
		const page = await overview();
		await page.getByText('Name and reason').click();
		const name = page.getByLabel('Name to sign with').first();
		await name.fill('Anna Mus');
		await name.press('ArrowLeft');

		await stage.sandbox.clock.advance(MINUTE);
		await stage.create('v2', { title: 'Newer', signatures: [] });
		await page.clock.runFor(2_000);
		await page.getByRole('heading', { name: 'Newer' }).waitFor();
		await page.keyboard.type('x');
		expect(await page.getByLabel('Name to sign with').inputValue()).toBe('Anna Muxs');
		expect(await page.getByLabel('Name to sign with').isVisible()).toBe(true);
	});

	describe('with more than 50 of everything', () => {
		const createRequests = async (count: number) => {
			for (let index = 0; index < count; index += 1) {
				await stage.create('v2', { title: `Request ${index}`, signatures: [carla] });
			}
		};

		test('shows the newest first, and leads to the older ones of each list', async () => {
			await createRequests(102);
			const page = await overview();
			const titles = () => page.locator('#requests h3').allInnerTexts();
			for (const list of ['requests', 'mails', 'calls']) {
				expect(await page.locator(`#${list} > ol > li`).count()).toBe(50);
			}
			expect(await page.locator('#requests h2').innerText()).toContain('1 to 50 of 102');
			expect((await titles())[0]).toBe('Request 101');

			const pages = page.getByRole('navigation', { name: 'Signature requests: pages' });
			const older = pages.getByRole('link', { name: 'Older' });
			await older.click();
			await page.getByRole('link', { name: 'Older' }).nth(1).click();
			await older.click();
			expect(await titles()).toEqual(['Request 1', 'Request 0']);
			expect(await pages.innerText()).toMatch(/Newer\s+Page 3 of 3$/);
			expect(await page.locator('#mails h2').innerText()).toContain('51 to 100 of 102');
			expect(await page.locator('#calls h2').innerText()).toContain('1 to 50 of ');
			await pages.getByRole('link', { name: 'Newer' }).click();
			expect((await titles())[0]).toBe('Request 51');
		});

		test.each([true, false])(
			'stays there when a button is pressed (script: %s)',
			async (script) => {
				await createRequests(52);
				const address = `${stage.sandbox.address}/?requests=2`;
				const page = await stage.visit(address, { javaScriptEnabled: script });
				await page.getByRole('button', SIGN).first().click();
				await page.locator('#requests .pill', { hasText: 'SIGNED' }).first().waitFor();
				await page.getByRole('button', { name: 'A minute' }).click();
				await page.getByText('12:01:00 UTC').first().waitFor();
				if (script) await page.clock.runFor(2_000);
				expect(await page.locator('#requests h3').allInnerTexts()).toEqual([
					'Request 1',
					'Request 0',
				]);
				expect(page.url()).toBe(address);
			},
		);

		test('shows the last page instead of one behind it, and the first for what is no page', async () => {
			await createRequests(51);
			const pages = { 99: 2, '1e300': 2, 0: 1, '-2': 1, '1.5': 1, '2&requests=2': 1, '"><b>': 1 };
			for (const [asked, shown] of Object.entries(pages)) {
				const { status, text } = await call(stage.sandbox, 'GET', `/?requests=${asked}`);
				expect(status).toBe(200);
				expect(text).toContain(`<span>Page ${shown} of 2</span>`);
				expect(text).not.toContain('"><b>');
			}
		});
	});

	test('fits a phone', async () => {
		const { id } = await stage.create('v2', {
			title: 'Donaudampfschifffahrtsgesellschaft'.repeat(3),
			callback_update_url: `${receiver.address}/${'x'.repeat(200)}`,
			signatures: signers('anna@example.com', 'ben@example.com'),
		});
		await stage.sandbox.people.sign(id);
		const page = await overview(PHONE);
		expect(await scrollsSideways(page)).toBe(false);
		await page.setViewportSize({ width: 320, height: 700 });
		expect(await brokenWords(page, '.begin')).toEqual([]);
	});

	test('the pages leave no trace in the log of calls', async () => {
		stage.sandbox.calls.clear();
		const page = await overview();
		await page.reload();
		expect(stage.sandbox.calls).toHaveLength(0);
	});

	test('a button that another site presses is refused', async () => {
		const answer = await fetch(`${stage.sandbox.address}/app/overview/time`, {
			method: 'POST',
			headers: { 'sec-fetch-site': 'cross-site' },
			body: new URLSearchParams({ span: 'day' }),
		});
		expect(answer.status).toBe(403);
		expect(stage.sandbox.clock.now()).toBe(NOON);
	});
});

test('a document whose title ends in .pdf is named once', async () => {
	await stage.create('v2', { title: 'contract.pdf', signatures: signers('anna@example.com') });
	const { text } = await call(stage.sandbox, 'GET', '/');
	expect(text).toContain('>contract.pdf</a>');
});

describe('With a control key', () => {
	const KEY = 'a key of your own';
	let own: Stage;
	beforeEach(async () => {
		own = await setStage({ controlKey: KEY }, browser);
	});
	afterEach(async () => {
		await own.leave();
		await own.close();
	});

	test('the start page is shown once the key was entered, and works then', async () => {
		await own.open('v2', { title: 'Lease', signatures: signers('anna@example.com') });
		const page = await own.visit(own.sandbox.address);
		expect(await page.content()).not.toMatch(/Lease|api_anna/);
		await page.getByLabel('Control key').fill('another key');
		await page.getByRole('button').click();
		expect(await page.getByRole('alert').innerText()).toMatch(/not the control key/);
		await page.getByLabel('Control key').fill(KEY);
		await page.getByRole('button').click();
		await page.getByRole('button', SIGN).click();
		await page.locator('#requests').getByText('SIGNED').first().waitFor();
		const [cookie] = await page.context().cookies();
		expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
		expect(decodeURIComponent(cookie?.value ?? '')).not.toContain(KEY);
	});

	test.each([
		['GET', '/'],
		['GET', '/app/overview/documents/<document>'],
		['POST', '/app/overview/<request>/signers/<signer>'],
		['POST', '/app/overview/time'],
	])('%s %s does nothing without it, or with a cookie that is made up', async (method, path) => {
		const request = await own.open('v2', {
			title: 'Lease',
			signatures: signers('anna@example.com'),
		});
		const { id, json } = request;
		const [signature] = listIn(request, 'signatures');
		const real = path
			.replace('<document>', String(json.document_id))
			.replace('<request>', id)
			.replace('<signer>', String(signature?.sid));
		const form = { span: 'day', action: 'sign' };
		const body = method === 'POST' ? new URLSearchParams(form) : undefined;
		for (const cookie of ['', 'sandbox_control=', 'sandbox_control=abc']) {
			const answer = await call(own.sandbox, method, real, body, { cookie });
			expect(answer.status).toBe(401);
			expect(answer.text).not.toMatch(/Lease|%PDF|api_anna/);
		}
		expect(own.sandbox.clock.now()).toBe(NOON);
		expect(own.sandbox.store.request(id)?.status).toBe('OPEN');
	});
});
