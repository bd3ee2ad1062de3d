/** What a viewer needs and a page does not show: where the pointer is, and what is being done. */
import type { BrowserContext, Page } from 'playwright-core';

const SCRIPT = `addEventListener('DOMContentLoaded', () => {
	const dot = document.createElement('div');
	dot.style.cssText = 'position:fixed;left:-40px;top:0;width:22px;height:22px;margin:-11px 0 0 -11px;border-radius:50%;background:rgba(255,109,90,.45);border:2px solid rgb(255,109,90);z-index:2147483647;pointer-events:none;box-sizing:border-box';
	const caption = document.createElement('div');
	caption.id = 'film-caption';
	caption.style.cssText = 'position:fixed;inset:auto auto 3px 50%;transform:translateX(-50%);margin:0;border:0;padding:5px 18px;border-radius:8px;background:rgba(20,24,40,.88);color:white;font:600 15px system-ui,sans-serif;pointer-events:none;z-index:2147483647';
	document.body.append(dot, caption);
	addEventListener('mousemove', ({ clientX, clientY }) => {
		dot.style.left = clientX + 'px';
		dot.style.top = clientY + 'px';
	}, true);
	const show = () => {
		caption.textContent = sessionStorage.filmCaption ?? '';
		caption.style.display = caption.textContent ? 'block' : 'none';
	};
	addEventListener('film-caption', show);
	show();
});`;

export async function addOverlay(context: BrowserContext): Promise<void> {
	await context.addInitScript(SCRIPT);
}

export async function caption(page: Page, text: string): Promise<void> {
	await page.evaluate(
		`sessionStorage.filmCaption = ${JSON.stringify(text)}; dispatchEvent(new Event('film-caption'))`,
	);
}
