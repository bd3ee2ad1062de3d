import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { SandboxOptions } from '../../../sandbox/server.ts';
import { startBrowser } from '../../support/machine/browser.ts';
import type { Answer } from '../client.ts';
import { DAY, listIn, NOON, setScene, type Scene } from '../scene.ts';

export const PHONE = { viewport: { width: 360, height: 740 } };

/** A sandbox and a browser; every page is someone else's, with no cookies but its own. */
export interface Stage extends Scene {
	visit(address: string, options?: BrowserContextOptions): Promise<Page>;
	/** Ends all visits, and fails when one of their pages broke. */
	leave(): Promise<void>;
}

/** Brings its own browser unless it is lent one. */
export async function setStage(options: SandboxOptions = {}, lent?: Browser): Promise<Stage> {
	const scene = await setScene({ tokenLifetimesMs: { v2: 30 * DAY, v3: 30 * DAY }, ...options });
	const browser = lent ?? (await startBrowser());
	const contexts: BrowserContext[] = [];
	const complaints: string[] = [];
	return {
		...scene,
		visit: async (address, contextOptions) => {
			const context = await browser.newContext(contextOptions);
			contexts.push(context);
			// A page that is never shown fails anyway; a busy machine only takes longer.
			context.setDefaultTimeout(45_000);
			// Their clock stands still until a test moves it.
			await context.clock.install({ time: NOON });
			await context.clock.pauseAt(NOON + 1000);
			const page = await context.newPage();
			page.on('pageerror', (error) => complaints.push(error.message));
			page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
			page.on('console', (message) => {
				if (/Content Security Policy/i.test(message.text())) complaints.push(message.text());
			});
			await page.goto(address, { waitUntil: 'domcontentloaded' });
			return page;
		},
		leave: async () => {
			await Promise.all(contexts.splice(0).map((context) => context.close()));
			expect(complaints.splice(0)).toEqual([]);
		},
		close: async () => {
			if (!lent) await browser.close();
			await scene.close();
		},
	};
}

/** A stage for all tests of a file; what a test has visited ends with it. */
export function stageForAll(): Stage {
	const stage = {} as Stage;
	beforeAll(async () => void Object.assign(stage, await setStage()));
	afterEach(() => stage.leave());
	afterAll(() => stage.close());
	return stage;
}

export async function confirmAs(page: Page, email: string) {
	await page.getByLabel('Email address').fill(email);
	await page.getByRole('button', { name: 'Continue' }).click();
}

/** A heading can be visible before the page's style sheets have arrived. */
const untilStyled = async (page: Page) => await page.waitForLoadState();

/** Waits until the document can be signed and looks as it should. */
export async function seeDocument(page: Page) {
	await page.getByLabel('Your name').waitFor();
	await untilStyled(page);
}

export async function signAs(page: Page, name: string) {
	await page.getByLabel('Your name').fill(name);
	await page.getByRole('button', { name: 'Sign document' }).click();
}

export async function declineBecause(page: Page, reason: string) {
	await page.getByText('Decline instead').click();
	await page.getByLabel('Reason for declining').fill(reason);
	await page.getByRole('button', { name: 'Decline' }).click();
}

/** Waits for the page with this heading. */
export async function arriveAt(page: Page, heading: string) {
	await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
}

export async function scrollsSideways(page: Page): Promise<boolean> {
	await untilStyled(page);
	return await page.evaluate<boolean>(
		'document.documentElement.scrollWidth > document.documentElement.clientWidth',
	);
}

/** Fields, buttons, links and headings that cover one another. */
export async function overlaps(page: Page): Promise<string[]> {
	await untilStyled(page);
	return await page.evaluate<string[]>(`(() => {
		const seen = [...document.querySelectorAll('main :is(a, button, input, summary, h2, h3, .pill, time, code)')]
			.filter((one) => one.checkVisibility() && !one.closest('.unseen'))
			.flatMap((one) => [...one.getClientRects()].map((box) => ({ one, box })));
		const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
		return seen.flatMap((a, at) => seen.slice(at + 1)
			.filter((b) => !a.one.contains(b.one) && !b.one.contains(a.one) && meet(a.box, b.box))
			.map((b) => a.one.outerHTML + ' and ' + b.one.outerHTML));
	})()`);
}

/** Words that begin on one line and end on another; what is written as code may break. */
export async function brokenWords(page: Page, within = 'body'): Promise<string[]> {
	await untilStyled(page);
	return await page.evaluate<string[]>(`(() => {
		const broken = [];
		const texts = document.createTreeWalker(document.querySelector('${within}'), NodeFilter.SHOW_TEXT);
		for (let text = texts.nextNode(); text; text = texts.nextNode()) {
			if (!text.parentElement.checkVisibility() || text.parentElement.closest('code')) continue;
			for (const word of text.data.matchAll(/[^\\s-]+/g)) {
				const range = document.createRange();
				range.setStart(text, word.index);
				range.setEnd(text, word.index + word[0].length);
				const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
				if (lines.size > 1) broken.push(word[0]);
			}
		}
		return broken;
	})()`);
}

/** Someone who has no account. */
export const carla = {
	signer_identity_data: { first_name: 'Carla', last_name: 'Rossi', email_address: 'c@example.org' },
};

/** Where a signer without account signs. */
export const ownAddress = (answer: Answer, index = 0) =>
	String(listIn(answer, 'signatures')[index]?.signing_url);
