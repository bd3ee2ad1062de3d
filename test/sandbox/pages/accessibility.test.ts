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
	[PHONE, 'dark', ['color-contrast']],
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

/** The address of Carla, who signs behind Anna. */
async function toSign() {
	const { address, request } = await newRequest();
	await scene.sandbox.people.sign(request.id, 'anna@example.com');
	return { address, request };
}
const at = (path: string) => Promise.resolve(scene.sandbox.address + path);

async function refuse(page: Page, label: string, typed: string) {
	await page.getByLabel(label).fill(typed);
	await page.getByRole('button').first().click();
	await page.getByRole('alert').waitFor();
}

async function place(page: Page) {
	const buffer = Buffer.from(scene.content, 'base64');
	await page
		.getByLabel('PDF file')
		.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer });
	await page.locator('.leaf').click();
	await page.locator('.stamp').waitFor();
}

/** Where a page is, and what to do there before it is looked at. */
const PAGES: Array<
	[title: string, address: () => Promise<string>, act?: (page: Page) => Promise<void>]
> = [
	['the empty overview', () => at('')],
	[
		'the overview with all that can be opened',
		async () => (await toSign()) && (await at('')),
		async (page) => {
			await page.evaluate(
				"document.querySelectorAll('details').forEach((one) => (one.open = true))",
			);
		},
	],
	[
		'the control key to enter, refused',
		() => Promise.resolve(locked.sandbox.address),
		(page) => refuse(page, 'Control key', 'another'),
	],
	[
		'the address to confirm, refused',
		async () => String((await newRequest()).request.json.signing_url),
		(page) => refuse(page, 'Email address', 'zoe@example.com'),
	],
	['the wait for others', async () => (await newRequest()).address],
	[
		'the document to sign',
		async () => (await toSign()).address,
		(page) => page.getByRole('radio', { name: 'Drawn' }).check(),
	],
	['the question before declining', async () => `${(await toSign()).address}?answer=decline`],
	[
		'the thanks',
		async () => {
			const { address, request } = await toSign();
			await scene.sandbox.people.sign(request.id, 'c@example.org');
			const done = address.split('/').at(-1);
			return `${address}?done=${done}&exitURL=https%3A%2F%2Fexample.com`;
		},
	],
	['what does not exist', () => at('/app/sign/none')],
	['the placing tool', () => at('/app/place'), place],
];

test.each(PAGES)(
	'axe finds nothing on %s: light and dark, desk and phone',
	async (...[, address, act]) => {
		const page = await browser.newPage({ viewport: DESK });
		try {
			await page.goto(await address());
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
