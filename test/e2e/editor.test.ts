import type { Browser } from 'playwright-core';
import { arriveAt, confirmAs, signAs } from '../sandbox/pages/stage.ts';
import { startBrowser } from '../support/browser.ts';
import { nodes } from '../support/descriptions.ts';
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

/** Fails at once when n8n dies, and leaves a picture of what was on the screen. */
const inEditor = (body: () => Promise<void>) => async () => {
	try {
		await scene.n8n.whileAlive(body);
	} catch (error) {
		await takePicture(editor.page, `failed-${Date.now()}`, '.tmp/e2e');
		throw error;
	}
};

it(
	'a credential filled in by hand says what is wrong, and then that all is well',
	inEditor(async () => {
		await editor.openNewCredential('E-Signature API');
		await editor.type('username', scene.sandbox.username);
		await editor.type('apiKey', 'api_demo_mistyped');
		await editor.choose('region', 'Custom');
		await editor.type('signingAddress', scene.sandbox.address);
		await editor.saveCredential();
		await editor.see('Couldn’t connect with these settings');
		await editor.page.getByText('More details').click();
		await editor.see('The service does not accept this username and API key.');

		await editor.type('apiKey', scene.sandbox.apiKey);
		await editor.saveCredential();
		await editor.see('Connection tested successfully');
		await takePicture(editor.page, 'credential');
	}),
);

it(
	'typing "sign" in the node panel finds all our nodes, with their icons',
	inEditor(async () => {
		await editor.openNewWorkflow();
		await editor.openNodePanel();
		const found = await editor.searchNodes('sign');

		for (const { description } of nodes) {
			const entry = found.filter({ hasText: description.displayName });
			const icon = entry.locator('img').first();
			await icon.waitFor();
			expect(
				await icon.evaluate((image: { naturalWidth: number }) => image.naturalWidth),
			).toBeGreaterThan(0);
		}
		await takePicture(editor.page, 'node-panel');
	}),
);

it(
	'the form of Upload is filled in, and its output shows the stored document',
	inEditor(async () => {
		await editor.openNewWorkflow();
		await editor.addNode('E-Signature Document', 'Upload a document');
		await editor.choose('source', 'Base64 Text');
		await editor.type('content', smallPdf.toString('base64'));
		await editor.type('title', 'Contract.pdf');

		await editor.execute();
		await editor.see('Contract.pdf', editor.output);

		const [document] = scene.sandbox.store.documents;
		expect(await editor.output.innerText()).toContain(document?.id);
		await takePicture(editor.page, 'upload');
	}),
);

it(
	'Download previews the fields of the node before it, and takes a document from the list',
	inEditor(async () => {
		await editor.openNewWorkflow();
		await editor.addNode('E-Signature Document', 'Get many documents');
		await editor.closeNode();
		await editor.addNode('E-Signature Document', 'Download a document');
		await editor.see('Usually outputs the following fields', editor.input);
		for (const field of ['id', 'title', 'page_count']) await editor.see(field, editor.input);

		await editor.chooseFromList('documentId', 'Contract.pdf');
		await takePicture(editor.page, 'download');
		await editor.execute();

		await editor.see('Contract.pdf', editor.output);
	}),
);

it(
	'a request that was made in the editor is signed on the page to which its output links',
	inEditor(async () => {
		await editor.openNewWorkflow();
		await editor.addNode('E-Signature Request', 'Create a signature request');
		await editor.choose('source', 'Base64 Text');
		await editor.type('content', smallPdf.toString('base64'));
		await editor.type('title', 'Lease');
		await editor.addRow('signers');
		await editor.type('email', 'anna@example.com');
		await editor.execute();
		await editor.see('signing_url', editor.output);
		await takePicture(editor.page, 'request');

		const [link = ''] = /http:\S+\/app\/sign\/\S+/.exec(await editor.output.innerText()) ?? [];
		const page = await browser.newPage();
		await page.goto(link);
		await confirmAs(page, 'anna@example.com');
		await arriveAt(page, 'Lease');
		await takePicture(page, 'signing-page');
		await signAs(page, 'Anna Muster');
		await arriveAt(page, 'Thank you, you have signed');

		expect(scene.sandbox.store.requests).toMatchObject([{ title: 'Lease', status: 'SIGNED' }]);
	}),
);
