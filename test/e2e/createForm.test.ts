import type { Browser } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { smallPdf } from '../support/pdf.ts';
import { Editor } from './support/editor.ts';
import { takePicture } from './support/picture.ts';
import { openScene } from './support/scene.ts';
import type { Scene } from './support/scene.ts';

let scene: Scene;
let browser: Browser;
let editor: Editor;

beforeAll(async () => {
	scene = await openScene();
	await scene.n8n.start();
	browser = await startBrowser();
	editor = await scene.n8n.whileAlive(() => Editor.open(browser, scene.n8n.address));
});

afterAll(async () => {
	await browser?.close();
	await scene?.close();
});

const isShown = async (field: string) => await editor.field(field).first().isVisible();

it('the Create form, filled in by hand, sends a request to two signers in order', async () => {
	await scene.n8n
		.whileAlive(async () => {
			await editor.openNewWorkflow();
			await editor.addNode(
				'E-Signature Request',
				'Create a signature request and e-mail the signers',
			);

			// What does not apply is hidden: only V3 knows drafts, only Base64 text has a text field.
			expect(await isShown('initiate')).toBe(false);
			await editor.choose('apiVersion', 'V3 (Preview)');
			await editor.field('initiate').first().waitFor();
			await editor.choose('apiVersion', 'V2');
			await editor.field('initiate').first().waitFor({ state: 'hidden' });
			expect(await isShown('content')).toBe(false);
			await editor.choose('source', 'Base64 Text');
			await editor.type('content', smallPdf.toString('base64'));
			await editor.type('title', 'Agreement.pdf');

			await editor.choose('signingOrder', 'As Listed');
			for (const [index, email] of ['ann@example.com', 'bob@example.com'].entries()) {
				await editor.page.getByRole('button', { name: 'Add Signer' }).click();
				await editor.field('email').nth(index).locator('input').fill(email);
			}
			await takePicture(editor.page, 'create');
			await editor.execute();
			await editor.see('Agreement.pdf', editor.output);

			const [request] = scene.sandbox.store.requests;
			expect(request?.signatures.map(({ email, order }) => [email, order])).toEqual([
				['ann@example.com', 1],
				['bob@example.com', 2],
			]);
		})
		.catch(async (error: unknown) => {
			await takePicture(editor.page, 'failed-create', '.tmp/e2e');
			throw error;
		});
});
