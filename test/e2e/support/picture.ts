import path from 'node:path';
import type { Page } from 'playwright-core';

/** Pictures for the README are taken only when their folder is named. */
export async function takePicture(
	page: Page,
	name: string,
	folder = process.env.PICTURES_FOLDER,
): Promise<void> {
	if (folder) {
		// n8n looks for the fields of the input.
		await page.getByText('Loading fields').first().waitFor({ state: 'hidden' });
		// What is about to appear or to go has done so in the picture.
		await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
	}
}

/** The same as someone sees it whose browser is set to dark. */
export async function takeBothPictures(page: Page, name: string): Promise<void> {
	if (!process.env.PICTURES_FOLDER) return;
	await takePicture(page, name);
	await page.emulateMedia({ colorScheme: 'dark' });
	await takePicture(page, `${name}-dark`);
	await page.emulateMedia({ colorScheme: 'light' });
}
