import path from 'node:path';
import type { Page } from 'playwright-core';

/** Pictures for the README are taken only when their folder is named. */
export async function takePicture(
	page: Page,
	name: string,
	folder = process.env.PICTURES_FOLDER,
): Promise<void> {
	// What is about to appear or to go has done so in the picture.
	if (folder) {
		await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
	}
}
