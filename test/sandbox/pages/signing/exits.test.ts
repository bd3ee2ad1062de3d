import { readExits, redirectSeconds } from '../../../../sandbox/pages/signing/exits.ts';
import { startReceiver, type Receiver } from '../../receiver.ts';
import { listIn } from '../../scene.ts';
import {
	arriveAt,
	carla,
	declineBecause,
	pdfWithField,
	setStage,
	signAs,
	type Stage,
} from '../stage.ts';

let stage: Stage;
let receiver: Receiver;
beforeAll(async () => {
	[stage, receiver] = await Promise.all([setStage(), startReceiver()]);
});
afterEach(() => stage.leave());
afterAll(() => Promise.all([stage.close(), receiver.close()]));

const ENDS = {
	signed: 'Thank you, you have signed',
	declined: 'You have declined',
	failed: 'Your signature could not be added',
};

/** Someone signs, declines, or meets a field that is already signed. */
async function end(how: keyof typeof ENDS, parameters: Record<string, string>) {
	const visual_signature = how === 'failed' ? { form_field: 'once' } : undefined;
	const content = await pdfWithField('once', [10, 10, 110, 60]);
	const signer = { ...carla, visual_signature };
	const { id, ...created } = await stage.create('v2', { content, signatures: [signer, signer] });
	if (how === 'failed') {
		await stage.sandbox.people.sign(id, String(listIn({ id, ...created }, 'signatures')[1]?.sid));
	}
	const address = String(listIn({ id, ...created }, 'signatures')[0]?.signing_url);
	const page = await stage.visit(`${address}?${new URLSearchParams(parameters).toString()}`);
	if (how === 'declined') await declineBecause(page, 'No');
	else await signAs(page, 'Carla Rossi');
	await arriveAt(page, ENDS[how]);
	return page;
}

describe('Where people go afterwards (interface.md 4.5)', () => {
	test.each([
		['signed', { errorURL: '/error', declineURL: '/decline' }, '/exit?a=1&b=x%20y&c=%26'],
		['failed', { errorURL: '/error?why=1&x=2', declineURL: '/decline' }, '/error?why=1&x=2'],
		['failed', { ErrorURL: '/error' }, '/error'],
		['failed', {}, '/exit?a=1&b=x%20y&c=%26'],
		['declined', { errorURL: '/error', declineURL: '/decline?x=1&y=2' }, '/decline?x=1&y=2'],
		['declined', { declineRedirect: 'true' }, '/exit?a=1&b=x%20y&c=%26'],
	] as const)('%s with %j leads to %s when the time is over', async (how, more, target) => {
		const page = await end(how, {
			exitURL: `${receiver.address}/exit?a=1&b=x%20y&c=%26`,
			...Object.fromEntries(
				Object.entries(more).map(([name, path]) => [
					name,
					path.startsWith('/') ? receiver.address + path : path,
				]),
			),
		});
		expect(await page.getByRole('timer').innerText()).toBe('45');
		await page.clock.runFor(44_000);
		expect(await page.getByRole('timer').innerText()).toBe('1');
		await page.clock.runFor(1_000);
		await page.waitForURL(receiver.address + target);
		const called = receiver.received.filter(({ url }) => url !== '/favicon.ico');
		expect(called.at(-1)?.url).toBe(target);
	});

	test.each([
		['3', '10'],
		['30', '30'],
		['500', '90'],
		['soon', '45'],
	])('redirectTimeout=%s counts down from %s', async (redirectTimeout, shown) => {
		const page = await end('signed', { exitURL: `${receiver.address}/exit`, redirectTimeout });
		expect(await page.getByRole('timer').innerText()).toBe(shown);
	});

	test('a link leads there at once', async () => {
		const page = await end('signed', { exitURL: `${receiver.address}/exit?now=1` });
		await page.getByRole('link', { name: 'Continue now' }).click();
		await page.waitForURL(`${receiver.address}/exit?now=1`);
	});

	test('no one has to go', async () => {
		const page = await end('signed', { exitURL: `${receiver.address}/exit` });
		const url = page.url();
		await page.getByRole('button', { name: 'Stay on this page' }).click();
		await page.clock.runFor(100_000);
		expect(page.url()).toBe(url);
		expect(await page.getByText('You stay on this page.').isVisible()).toBe(true);
	});

	test('declining leads nowhere by itself unless asked for', async () => {
		const page = await end('declined', { exitURL: `${receiver.address}/exit` });
		expect(await page.getByRole('timer').count()).toBe(0);
		const link = page.getByRole('link', { name: 'Continue' });
		expect(await link.getAttribute('href')).toBe(`${receiver.address}/exit`);
	});

	test('without exit URL people stay', async () => {
		const page = await end('failed', { errorURL: `${receiver.address}/error` });
		expect(await page.getByRole('timer').count()).toBe(0);
		expect(await page.content()).not.toContain(receiver.address);
	});

	test('without script the browser itself goes there', async () => {
		const { json } = await stage.create('v2', { signatures: [carla] });
		const address = String((json.signatures as Array<{ signing_url: string }>)[0]?.signing_url);
		const exitURL = encodeURIComponent(`${receiver.address}/exit?a=1&b=2`);
		const page = await stage.visit(`${address}?exitURL=${exitURL}&redirectTimeout=20`, {
			javaScriptEnabled: false,
		});
		await signAs(page, 'Carla');
		await arriveAt(page, ENDS.signed);
		expect(await page.locator('meta[http-equiv=refresh]').getAttribute('content')).toBe(
			`20;url=${receiver.address}/exit?a=1&b=2`,
		);
	});

	test('hidedownload hides the download, before and after', async () => {
		const page = await end('signed', { hidedownload: '' });
		expect(await page.getByRole('link', { name: /Download/ }).count()).toBe(0);
	});
});

describe('Reading the parameters', () => {
	test.each([
		'javascript:alert(1)',
		'data:text/html,<script>alert(1)</script>',
		'//elsewhere.example',
		'/relative',
		'',
	])('%j is no exit', (exitURL) => {
		expect(readExits(new URLSearchParams({ exitURL })).signed).toBeUndefined();
	});

	test('an exit for errors that is no web address gives way to the exit URL', () => {
		const query = { exitURL: 'https://a.example/', errorURL: 'javascript:alert(1)' };
		expect(readExits(new URLSearchParams(query)).failed?.url).toBe('https://a.example/');
	});

	test.each([
		[undefined, 45],
		['', 45],
		['10.5', 45],
		['-5', 10],
		['9', 10],
		['10', 10],
		['90', 90],
		['91', 90],
		['99999999999999999999', 90],
	])('redirectTimeout %j means %d seconds', (text, seconds) => {
		expect(redirectSeconds(text)).toBe(seconds);
	});
});
