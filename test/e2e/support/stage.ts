/** For a whole test file: an n8n, a browser, and the editor open in it. */
import type { Browser, BrowserContext } from 'playwright-core';
import { startBrowser } from '../../support/machine/browser.ts';
import { Editor } from './editor.ts';
import { startScene, type RunningSceneOptions, type Scene } from './scene.ts';

export interface Stage {
	scene: Scene;
	browser: Browser;
	editor: Editor;
}

export type InEditor = ReturnType<typeof setStage>;

/** Answers with a kind of `it` that hands over the stage. */
export function setStage(
	settings: () => RunningSceneOptions | Promise<RunningSceneOptions> = () => ({}),
) {
	const stage: Partial<Stage> = {};

	// One after the other, because each has a time limit of its own.
	beforeAll(async () => {
		stage.scene = await startScene(await settings());
	});
	beforeAll(async () => {
		const { n8n } = stage.scene!;
		const browser = (stage.browser = await startBrowser());
		stage.editor = await n8n.whileAlive(() => Editor.open(browser, n8n, withoutAnimations));
	});

	afterAll(async () => {
		await stage.browser?.close();
		await stage.scene?.close();
	});

	/** Fails at once when n8n dies, and reports what was on the screen, in n8n's log and in the service. */
	return (title: string, body: (stage: Stage) => Promise<void>) =>
		it(title, async () => {
			const { scene } = stage as Stage;
			try {
				await scene.n8n.whileAlive(() => body(stage as Stage));
			} catch (error) {
				// Where even that fails, the first error is the one to see.
				await addCircumstances(error, stage as Stage).catch(() => undefined);
				throw error;
			}
		});
}

/** What moves is drawn again and again, and what is clicked has to wait until it stands still. */
async function withoutAnimations(context: BrowserContext): Promise<void> {
	const style = '*, ::before, ::after { animation: none !important; transition: none !important }';
	const content = `document.adoptedStyleSheets.push(new CSSStyleSheet());
document.adoptedStyleSheets.at(-1).replaceSync('${style}');`;
	await context.addInitScript({ content });
}

/** CI keeps no pictures, so that the words must do. */
async function addCircumstances(error: unknown, { scene, editor }: Stage): Promise<void> {
	await editor.picture(`failed-${Date.now()}`, '.tmp/e2e');
	const callbacks = scene.sandbox.store.requests.flatMap(({ title, callbacks }) =>
		callbacks.map(
			({ type, state, messages }) => `${title}: ${type} ${state} ${messages.join(', ')}`,
		),
	);
	const circumstances = {
		'On the screen': await editor.page.locator('body').innerText(),
		'n8n said': scene.n8n.lastWords,
		'The service called': callbacks.join('\n'),
	};
	if (!(error instanceof Error)) return;
	for (const [heading, text] of Object.entries(circumstances)) {
		error.stack += `\n\n— ${heading}\n${text}`;
	}
}
