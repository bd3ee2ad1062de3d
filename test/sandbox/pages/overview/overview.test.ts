import type { Browser } from 'playwright-core';
import { startBrowser } from '../../../support/machine/browser.ts';
import { startReceiver } from '../../receiver.ts';
import { HOUR, inOrder, listIn, MINUTE, NOON, signers } from '../../scene.ts';
import { call, loggedIn } from '../../client.ts';
import { isInk, shareOf } from '../ink.ts';
import { brokenWords, carla, overlaps, scrollsSideways, setStage, type Stage } from '../stage.ts';

let stage: Stage;
let browser: Browser;
beforeAll(async () => {
	browser = await startBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
	stage = await setStage({}, browser);
});
afterEach(async () => {
	await stage.leave();
	await stage.close();
});

const overview = (options?: Parameters<Stage['visit']>[1]) =>
	stage.visit(stage.sandbox.address, options);
const press = (path: string, form: Record<string, string>, headers?: Record<string, string>) =>
	call(stage.sandbox, 'POST', `/app/overview/${path}`, new URLSearchParams(form), headers);
const SIGN = { name: /^Sign / };

describe('The overview', () => {
	test('shows how to reach the sandbox, requests, emails and calls, and no token', async () => {
		const send = await loggedIn(stage.sandbox);
		await send('GET', '/v2/documents?access_token=secret');
		const created = await stage.create('v2', {
			...{ title: 'Lease', signatures: [...signers('anna@example.com'), carla] },
		});
		await stage.send('POST', `/v2/signature-requests/${created.id}/remind`);
		const page = await overview();
		await page.getByText('How to begin').click();
		const text = await page.getByRole('main').innerText();
		for (const part of [stage.sandbox.address, stage.sandbox.username, stage.sandbox.apiKey]) {
			expect(text).toContain(part);
		}
		expect(text).toMatch(/Placeholder prefix\s+SERVICE[^]*Dialect\s+Contract/);
		expect(await page.content()).not.toMatch(/secret|eyJ/);

		expect(await page.locator('#requests').innerText()).toMatch(
			/Lease\s+OPEN[^]*anna@example\.com[^]*Carla Rossi/,
		);
		const mails = page.locator('#mails li');
		const invited = (to: string) =>
			expect.stringMatching(`Please sign: Lease[^]*To ${to}`) as string;
		const reminded = expect.stringContaining('Reminder: please sign: Lease') as string;
		expect(await mails.allInnerTexts()).toEqual([
			...[reminded, reminded, invited('c@example.org'), invited('anna@example.com')],
		]);
		const links = await mails.getByRole('link').all();
		expect(await Promise.all(links.slice(-2).map((link) => link.getAttribute('href')))).toEqual([
			listIn(created, 'signatures')[1]?.signing_url,
			`${String(created.json.signing_url)}?email=anna%40example.com`,
		]);
		expect(await page.locator('#calls').innerText()).toMatch(
			new RegExp(`204\\s+POST /v2/signature-requests/${created.id}/remind[^]*GET /v2/documents`),
		);
	});

	test('says how to begin, names a PDF once, and leads to n8n where there is one', async () => {
		const shown = async () => (await call(stage.sandbox, 'GET', '/')).text;
		expect(await shown()).toContain('How to begin');
		expect(await shown()).not.toContain('Open n8n');
		stage.sandbox.settings.n8nUrl = 'http://127.0.0.1:5678';
		expect(await shown()).toMatch(/href="http:\/\/127\.0\.0\.1:5678"[^>]*>\s*Open n8n/);
		await stage.create('v2', { title: 'contract.pdf', signatures: signers('a@example.com') });
		expect(await shown()).toContain('>contract.pdf</a>');
	});

	test('one click signs visibly, and callbacks are shown and repeated when time passes', async () => {
		const receiver = await startReceiver();
		receiver.answers.push({ status: 503 });
		const { id } = await stage.create('v2', {
			callback_success_url: `${receiver.address}/done?x=1&y=2`,
			signatures: signers('anna@example.com'),
		});
		await stage.sandbox.clock.advance(MINUTE);
		const page = await overview();
		await page.getByText('Sign as').click();
		await page.getByLabel('Name to sign with').fill('Anna M.');
		await page.getByRole('button', SIGN).click();
		await page.getByRole('status').getByText('anna@example.com: Signed.').waitFor();
		const { store } = stage.sandbox;
		const signed = { event: 'sign', who: 'Anna M.' };
		expect(store.request(id)?.history).toContainEqual(expect.objectContaining(signed));
		const document = store.document(store.request(id)!.documentIds[0]!);
		expect(await shareOf(isInk, store.contentOf(document!), 1)).toBeGreaterThan(0);
		await stage.sandbox.settled();
		await page.reload();
		const events = page.locator(`#timeline-${id} li`);
		expect(await events.allInnerTexts()).toEqual(
			[
				...[/^Created · api_/, /^Email \(invitation\)/, /^Signed · Anna M\./],
				...[/^Email \(completion\)/, /^Callback success, attempt 1 · HTTP 503/],
				/^Callback success, next attempt/,
			].map((event) => expect.stringMatching(event) as string),
		);

		await page.getByRole('button', { name: 'Ten minutes' }).click();
		await events.getByText('attempt 2 · HTTP 200').waitFor();
		const shown = await page.locator('#requests').innerText();
		expect(shown).toContain(`${receiver.address}/done?…`);
		expect(shown).not.toMatch(/x=1|next attempt/);
		expect(receiver.received).toHaveLength(2);
		await receiver.close();
	});

	test('lets a minute, ten, an hour and a day pass', async () => {
		const spans = { minute: MINUTE, tenMinutes: 10 * MINUTE, hour: HOUR, day: 24 * HOUR };
		const { text } = await call(stage.sandbox, 'GET', '/');
		for (const [span, ms] of Object.entries(spans)) {
			expect(text).toContain(`value="${span}"`);
			const before = stage.sandbox.clock.now();
			await press('time', { span });
			expect(stage.sandbox.clock.now()).toBe(before + ms);
		}
	});

	test('without script too, one declines with the reason that was typed, and fails technically', async () => {
		const request = await stage.create('v2', { signatures: signers('anna@example.com') });
		const other = await stage.create('v2', { signatures: signers('ben@example.com') });
		const page = await overview({ javaScriptEnabled: false });
		const card = page.locator(`#request-${request.id}`);
		await card.getByText('Decline or fail').click();
		await card.getByLabel('Reason for declining').fill('Too dear');
		await card.getByRole('button', { name: /^Decline/ }).click();
		await card.getByText('Reason: Too dear').waitFor({ state: 'attached' });
		const otherCard = page.locator(`#request-${other.id}`);
		await otherCard.getByText('Decline or fail').click();
		await otherCard.getByRole('button', { name: /^Fail/ }).click();
		await page.locator('#requests .pill', { hasText: 'ERROR' }).first().waitFor();
		const { store } = stage.sandbox;
		expect(store.request(request.id)?.status).toBe('DECLINED');
		expect(store.request(other.id)?.status).toBe('ERROR');
	});

	test('says why someone cannot sign yet', async () => {
		const signatures = inOrder('anna@example.com', 'ben@example.com');
		const created = await stage.create('v2', { signatures });
		const sid = String(listIn(created, 'signatures')[1]?.sid);
		const { text } = await press(`${created.id}/signers/${sid}`, { action: 'sign' });
		expect(text).toContain('others have to sign first');
		expect(stage.sandbox.store.request(created.id)?.status).toBe('OPEN');
	});

	test('brings what is new without losing what is typed, opened and focused', async () => {
		await stage.create('v2', { signatures: signers('anna@example.com') });
		const page = await overview();
		await page.getByText('Sign as').click();
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

	test('leads to the older ones of each list, and stays there when a button is pressed', async () => {
		const document = { content: undefined, document_id: await stage.upload() };
		for (let index = 0; index < 102; index += 1) {
			await stage.create('v2', { ...document, title: `Request ${index}`, signatures: [carla] });
		}
		const page = await overview();
		const titles = () => page.locator('#requests h3').allInnerTexts();
		for (const [list, count] of Object.entries({ requests: 20, mails: 50, calls: 50 })) {
			expect(await page.locator(`#${list} > ol > li`).count()).toBe(count);
		}
		expect(await page.locator('#requests h2').innerText()).toContain('1 to 20 of 102');
		expect((await titles())[0]).toBe('Request 101');

		const pages = page.getByRole('navigation', { name: 'Signature requests: pages' });
		const older = pages.getByRole('link', { name: 'Older' });
		await older.click();
		await page.getByRole('link', { name: 'Older' }).nth(1).click();
		for (let times = 0; times < 4; times += 1) await older.click();
		expect(await titles()).toEqual(['Request 1', 'Request 0']);
		expect(await pages.innerText()).toMatch(/Newer\s+Page 6 of 6$/);
		expect(await page.locator('#mails h2').innerText()).toContain('51 to 100 of 102');
		expect(await page.locator('#calls h2').innerText()).toContain('1 to 50 of ');

		const address = page.url();
		await page.getByRole('button', SIGN).first().click();
		await page.locator('#requests .pill', { hasText: 'SIGNED' }).first().waitFor();
		await page.clock.runFor(2_000);
		expect(await titles()).toEqual(['Request 1', 'Request 0']);
		expect(page.url()).toBe(address);
		await pages.getByRole('link', { name: 'Newer' }).click();
		expect((await titles())[0]).toBe('Request 21');
		const { headers } = await press('time?requests=3&search=a%20b%26', { span: 'minute' });
		expect(headers.get('location')).toBe('/?requests=3&search=a%20b%26');
		// The last page instead of one behind it, and the first for what is no page.
		const asked = { 99: 6, '1e300': 6, 0: 1, '-2': 1, '1.5': 1, '2&requests=2': 1, '"><b>': 1 };
		for (const [number, shown] of Object.entries(asked)) {
			const { text } = await call(stage.sandbox, 'GET', `/?requests=${number}`);
			expect(text).toContain(`<span>Page ${shown} of 6</span>`);
			expect(text).not.toContain('"><b>');
		}
	});

	test('finds requests by title, ID, status and signer', async () => {
		const create = (title: string, ...emails: string[]) =>
			stage.create('v2', { title, signatures: signers(...emails) });
		await create('Lease Bern', 'anna@example.com');
		const { id } = await create('Lease Basel', 'ben@example.com');
		await stage.create('v2', { title: 'Contract', signatures: [carla] });
		const page = await overview();
		const titles = () => page.locator('#requests h3').allInnerTexts();
		const find = async (words: string) => {
			await page.getByLabel('Title, ID, status or signer').fill(words);
			await page.getByRole('button', { name: 'Search' }).click();
			await page.waitForURL((url) => url.searchParams.get('search') === words);
			return await titles();
		};
		expect(await find('lease')).toEqual(['Lease Basel', 'Lease Bern']);
		expect(await find('ANNA lease')).toEqual(['Lease Bern']);
		expect(await find('rossi open')).toEqual(['Contract']);
		expect(await find(id)).toEqual(['Lease Basel']);
		await page.getByRole('button', SIGN).click();
		await page.locator('#requests .pill', { hasText: 'SIGNED' }).first().waitFor();
		expect(await titles()).toEqual(['Lease Basel']);
		expect(await find('<b>none')).toEqual([]);
		expect(await page.locator('#requests').innerText()).toContain('No request matches “<b>none”.');
		await page.getByRole('link', { name: 'Show all' }).click();
		expect(await titles()).toHaveLength(3);
	});

	test.each([320, 768, 1440])('breaks and overlaps nothing at %d px', async (width) => {
		const { id } = await stage.create('v2', {
			title: 'Donaudampfschifffahrtsgesellschaft'.repeat(3),
			callback_update_url: `http://127.0.0.1:9/${'x'.repeat(200)}`,
			signatures: signers('anna@example.com', 'ben@example.com'),
		});
		await stage.sandbox.people.sign(id);
		await stage.sandbox.settled();
		const page = await overview({ viewport: { width, height: 900 } });
		for (const summary of await page.locator('summary').all()) {
			if ((await summary.locator('..').getAttribute('open')) === null) await summary.click();
		}
		expect(await scrollsSideways(page)).toBe(false);
		expect(await brokenWords(page, '.begin')).toEqual([]);
		expect(await overlaps(page)).toEqual([]);
	});

	test('leaves no trace in the log of calls, and no other site presses its buttons', async () => {
		stage.sandbox.calls.clear();
		await call(stage.sandbox, 'GET', '/');
		const pressed = await press('time', { span: 'day' }, { 'sec-fetch-site': 'cross-site' });
		expect(pressed.status).toBe(403);
		expect(stage.sandbox.clock.now()).toBe(NOON);
		expect(stage.sandbox.calls).toHaveLength(0);
	});
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

	test('nothing is shown or done without it, or with a cookie that is made up', async () => {
		const request = await own.open('v2', { title: 'Lease', signatures: signers('a@example.com') });
		const { id, json } = request;
		const sid = String(listIn(request, 'signatures')[0]?.sid);
		for (const [method, path] of [
			['GET', '/'],
			['GET', `/app/overview/documents/${String(json.document_id)}`],
			['POST', `/app/overview/${id}/signers/${sid}`],
			['POST', '/app/overview/time'],
		] as const) {
			const form = new URLSearchParams({ span: 'day', action: 'sign' });
			for (const cookie of ['', 'sandbox_control=', 'sandbox_control=abc']) {
				const body = method === 'POST' ? form : undefined;
				const answer = await call(own.sandbox, method, path, body, { cookie });
				expect(answer.status).toBe(401);
				expect(answer.text).not.toMatch(/Lease|%PDF|api_anna/);
			}
		}
		expect(own.sandbox.clock.now()).toBe(NOON);
		expect(own.sandbox.store.request(id)?.status).toBe('OPEN');
	});
});
