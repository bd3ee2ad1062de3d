import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** What a page shows from now on, as pictures named after their times; only when their folder is named. */
export async function film(page: Page, folder = process.env.FILM_FOLDER): Promise<void> {
	if (!folder) return;
	const session = await page.context().newCDPSession(page);
	session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
		const time = Math.round((metadata.timestamp ?? 0) * 1000);
		writeFileSync(path.join(folder, `${time}.jpg`), Buffer.from(data, 'base64'));
		// The page may have been closed meanwhile.
		session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
	});
	await session.send('Page.startScreencast', { format: 'jpeg', quality: 85 });
}
