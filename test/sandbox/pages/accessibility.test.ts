import { source } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../../support/machine/browser.ts';
import { inOrder, setScene, type Scene } from '../scene.ts';
import { carla, ownAddress, scrollsSideways } from './stage.ts';

let scene: Scene;
let locked: Scene;
let browser: Browser;
beforeAll(async () => {
	[scene, locked, browser] = await Promise.all([
		setScene({ n8nUrl: 'http://127.0.0.1:5678' }),
		setScene({ controlKey: 'secret' }),
		startBrowser(),
	]);
});
afterAll(() => Promise.all([browser.close(), scene.close(), locked.close()]));

const DESK = { width: 1280, height: 860 };
const PHONE = { width: 360, height: 740 };

/** What depends on neither size nor colours need not be looked at four times. */
const LOOKS: Array<[typeof DESK, 'light' | 'dark', rules?: string[]]> = [
	[DESK, 'light'],
	[DESK, 'dark', ['color-contrast', 'link-in-text-block']],
	[PHONE, 'light', ['color-contrast', 'target-size', 'scrollable-region-focusable']],
	[PHONE, 'dark'],
];

interface Finding {
	id: string;
	nodes: Array<{ html: string; failureSummary: string }>;
}

/** Everything that axe objects to, in words. */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
	const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
	const { violations } = await page.evaluate<{ violations: Finding[] }>(
		`axe.run(document, ${JSON.stringify(options)})`,
	);
	return violations.flatMap(({ id, nodes }) =>
		nodes.map(({ failureSummary, html }) => `${id}: ${html}\n${failureSummary}`),
	);
}

async function newRequest() {
	const [anna, ben] = inOrder('anna@example.com', 'ben@example.com');
	const request = await scene.create('v2', {
		message: 'Please sign',
		callback_update_url: 'http://127.0.0.1:9/',
		signatures: [anna, { ...carla, sequence: 2 }, { ...ben, sequence: 3 }],
	});
	return { request, address: ownAddress(request, 1) };
}

/** Each answers where the page is, and what to do there before it is looked at. */
const PAGES: Array<
	[title: string, arrange: () => Promise<[string, ((page: Page) => Promise<void>)?]>]
> = [
	['the empty overview', () => Promise.resolve([scene.sandbox.address])],
	[
		'the overview',
		async () => {
			const { request } = await newRequest();
			await scene.sandbox.people.sign(request.id, 'anna@example.com');
			return [scene.sandbox.address];
		},
	],
	[
		'the control key to enter, refused',
		() =>
			Promise.resolve([
				locked.sandbox.address,
				async (page) => {
					await page.getByLabel('Control key').fill('another');
					await page.getByRole('button').click();
					await page.getByRole('alert').waitFor();
				},
			]),
	],
	[
		'the address to confirm, refused',
		async () => [
			String((await newRequest()).request.json.signing_url),
			async (page) => {
				await page.getByLabel('Email address').fill('zoe@example.com');
				await page.getByRole('button', { name: 'Continue' }).click();
				await page.getByRole('alert').waitFor();
			},
		],
	],
	['the wait for others', async () => [(await newRequest()).address]],
	[
		'the document to sign',
		async () => {
			const { address, request } = await newRequest();
			await scene.sandbox.people.sign(request.id, 'anna@example.com');
			return [address, (page) => page.getByRole('radio', { name: 'Drawn' }).check()];
		},
	],
	[
		'the question before declining',
		async () => {
			const { address, request } = await newRequest();
			await scene.sandbox.people.sign(request.id, 'anna@example.com');
			return [`${address}?answer=decline`];
		},
	],
	[
		'the thanks',
		async () => {
			const { address, request } = await newRequest();
			await scene.sandbox.people.sign(request.id, 'anna@example.com');
			await scene.sandbox.people.sign(request.id, 'c@example.org');
			const sid = address.split('/').at(-1);
			return [`${address}?done=${sid}&exitURL=https%3A%2F%2Fexample.com`];
		},
	],
	['what does not exist', () => Promise.resolve([`${scene.sandbox.address}/app/sign/none`])],
	[
		'the placing tool',
		() =>
			Promise.resolve([
				`${scene.sandbox.address}/app/place`,
				async (page) => {
					const buffer = Buffer.from(scene.content, 'base64');
					const file = { name: 'a.pdf', mimeType: 'application/pdf', buffer };
					await page.getByLabel('PDF file').setInputFiles(file);
					await page.locator('.leaf').click();
					await page.locator('.stamp').waitFor();
				},
			]),
	],
];

test.each(PAGES)(
	'axe finds nothing on %s: light and dark, desk and phone',
	async (_title, arrange) => {
		const [address, act] = await arrange();
		const page = await browser.newPage({ viewport: DESK });
		try {
			await page.goto(address);
			await act?.(page);
			// The page's policy lets nothing in; the debugger may.
			await page.evaluate(source);
			for (const [viewport, colorScheme, rules] of LOOKS) {
				await page.setViewportSize(viewport);
				await page.emulateMedia({ colorScheme });
				expect(await findings(page, rules)).toEqual([]);
				expect(await scrollsSideways(page)).toBe(false);
			}
		} finally {
			await page.close();
		}
	},
);
