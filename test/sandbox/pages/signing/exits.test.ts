import { startReceiver, type Receiver } from '../../receiver.ts';
import { pdfWithField } from '../../formField.ts';
import { listIn } from '../../scene.ts';
import { arriveAt, carla, declineBecause, setStage, signAs, type Stage } from '../stage.ts';

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
		['signed', '/exit?a=1&b=x%20y&c=%26'],
		['failed', '/error?why=1&x=2'],
		['declined', '/decline?x=1&y=2'],
	] as const)('who has %s goes to %s when the time is over', async (how, target) => {
		const page = await end(how, {
			exitURL: `${receiver.address}/exit?a=1&b=x%20y&c=%26`,
			errorURL: `${receiver.address}/error?why=1&x=2`,
			declineURL: `${receiver.address}/decline?x=1&y=2`,
			redirectTimeout: '30',
		});
		expect(await page.getByRole('timer').innerText()).toBe('30');
		await page.clock.runFor(29_000);
		expect(await page.getByRole('timer').innerText()).toBe('1');
		await page.clock.runFor(1_000);
		await page.waitForURL(receiver.address + target);
		const called = receiver.received.filter(({ url }) => url !== '/favicon.ico');
		expect(called.at(-1)?.url).toBe(target);
	});

	test('a link leads there at once, and there is no download where that is hidden', async () => {
		const exitURL = `${receiver.address}/exit?now=1`;
		const page = await end('signed', { exitURL, hidedownload: '' });
		expect(await page.getByRole('link', { name: /Download/ }).count()).toBe(0);
		await page.getByRole('link', { name: 'Continue now' }).click();
		await page.waitForURL(exitURL);
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
});
