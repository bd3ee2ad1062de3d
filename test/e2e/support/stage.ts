/** For a whole test file: an n8n, a browser, and the editor open in it. */
import type { Browser } from 'playwright-core';
import { startBrowser } from '../../support/browser.ts';
import { Editor } from './editor.ts';
import { openScene } from './scene.ts';
import type { Scene, SceneOptions } from './scene.ts';

export interface Stage {
	scene: Scene;
	browser: Browser;
	editor: Editor;
}

/** Answers with a kind of `it` that hands over the stage. */
export function setStage(options: SceneOptions = {}) {
	const stage: Partial<Stage> = {};

	beforeAll(async () => {
		const scene = (stage.scene = await openScene(options));
		await scene.n8n.start();
		const browser = (stage.browser = await startBrowser());
		stage.editor = await scene.n8n.whileAlive(() => Editor.open(browser, scene.n8n.address));
	});

	afterAll(async () => {
		await stage.browser?.close();
		await stage.scene?.close();
	});

	/** Fails at once when n8n dies, and leaves a picture of what was on the screen. */
	return (title: string, body: (stage: Stage) => Promise<void>) =>
		it(title, async () => {
			const { scene, editor } = stage as Stage;
			try {
				await scene.n8n.whileAlive(() => body(stage as Stage));
			} catch (error) {
				// Where even that fails, the first error is the one to see.
				await editor.picture(`failed-${Date.now()}`, '.tmp/e2e').catch(() => undefined);
				throw error;
			}
		});
}
