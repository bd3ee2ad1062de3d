/** Films what a browser shows: every picture of the page in front, with the time at which it appeared. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CDPSession, Page } from 'playwright-core';

export interface Camera {
	/** From now on this page is filmed, as when one turns to another tab. */
	turnTo: (page: Page) => Promise<void>;
	/** The GIF begins here. */
	markBeginOfGif: () => void;
	stop: () => Promise<void>;
}

export function openCamera(folder: string): Camera {
	let session: CDPSession | undefined;
	const stop = async () => {
		// Its page may have been closed.
		await session?.send('Page.stopScreencast').catch(() => undefined);
		session = undefined;
	};
	return {
		stop,
		markBeginOfGif: () => writeFileSync(path.join(folder, '..', 'gif-begins'), String(Date.now())),
		turnTo: async (page) => {
			await stop();
			await page.bringToFront();
			const turned = (session = await page.context().newCDPSession(page));
			turned.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
				const time = Math.round((metadata.timestamp ?? 0) * 1000);
				writeFileSync(path.join(folder, `${time}.jpg`), Buffer.from(data, 'base64'));
				turned.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
			});
			await turned.send('Page.startScreencast', { format: 'jpeg', quality: 90 });
		},
	};
}
