import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { arriveAt, confirmAs, signAs } from '../../sandbox/pages/stage.ts';
import { addBehind, addManualTrigger, addRead, FILES, MANUAL } from '../support/building.ts';
import { createElsewhere } from '../support/createdElsewhere.ts';
import { takePicture } from '../support/picture.ts';
import type { InEditor } from '../support/stage.ts';

/** Base64 of a PDF with some text. */
const agreement = readFileSync('examples/files/contract.pdf').toString('base64');

export function forms(inEditor: InEditor) {
	inEditor(
		'a credential filled in by hand says what is wrong, and then that all is well',
		async ({ editor, scene }) => {
			await editor.openNewCredential('E-Signature API');
			await editor.type('username', scene.sandbox.username);
			await editor.type('apiKey', 'api_demo_mistyped');
			await editor.choose('region', 'Custom');
			await editor.type('signingAddress', scene.sandbox.address);
			await editor.saveCredential();
			await editor.see('Couldn’t connect with these settings');
			await editor.page.getByText('More details').click();
			await editor.see("Skribble doesn't accept this username and API key.");

			await editor.type('apiKey', scene.sandbox.apiKey);
			await editor.saveCredential();
			await editor.see('Connection tested successfully');
		},
	);

	inEditor(
		'the form of Upload is filled in, and its output shows the stored document',
		async ({ editor, scene }) => {
			await editor.openNewWorkflow();
			await editor.addNode('E-Signature Document', 'Upload document');
			await editor.choose('source', 'Base64 Text');
			await editor.type('content', agreement);
			await editor.type('title', 'Contract.pdf');

			await editor.execute();
			await editor.see('Contract.pdf', editor.output);

			const [document] = scene.sandbox.store.documents;
			expect(await editor.output.innerText()).toContain(document?.id);
		},
	);

	inEditor(
		'Download previews the fields of the node before it, and takes a document from the list',
		async ({ editor }) => {
			await editor.openNewWorkflow();
			await editor.addNode('E-Signature Document', 'Get many documents');
			await editor.closeNode();
			await editor.addNode('E-Signature Document', 'Download document');
			await editor.see('Usually outputs the following fields', editor.input);
			for (const field of ['id', 'title', 'page_count']) await editor.see(field, editor.input);

			await editor.chooseFromList('documentId', 'Contract.pdf');
			await editor.execute();

			await editor.see('Contract.pdf', editor.output);
		},
	);

	inEditor(
		'the Create form, filled in by hand, sends a request that is signed on the page to which its output links',
		async ({ editor, scene, browser }) => {
			const isShown = async (field: string) => await editor.field(field).first().isVisible();
			const file = path.join(scene.files, 'Agreement.pdf');
			copyFileSync('examples/files/contract.pdf', file);
			await editor.openNewWorkflow();
			await addManualTrigger({ editor });
			await addRead({ editor }, MANUAL, file);
			await addBehind({ editor }, FILES, ['Request', 'Create signature request$']);

			// What does not apply is hidden: only V3 knows drafts, only Base64 text has a text field.
			expect(await isShown('initiate')).toBe(false);
			await editor.choose('apiVersion', 'V3 (Preview)');
			await editor.field('initiate').first().waitFor();
			await editor.choose('apiVersion', 'V2');
			await editor.field('initiate').first().waitFor({ state: 'hidden' });
			expect(await isShown('content')).toBe(false);

			await editor.choose('signingOrder', 'As Listed');
			for (const [index, email] of ['ann@example.com', 'bob@example.com'].entries()) {
				// The first row is there from the start.
				if (index > 0) await editor.page.getByRole('button', { name: 'Add Signer' }).click();
				await editor.field('email').nth(index).locator('input').fill(email);
			}
			await editor.execute();
			await editor.see('signingLink', editor.output);
			await editor.field('resource').scrollIntoViewIfNeeded();
			await editor.pictures('request');

			const [request] = scene.sandbox.store.requests;
			expect(request?.signatures.map(({ email, order }) => [email, order])).toEqual([
				['ann@example.com', 1],
				['bob@example.com', 2],
			]);
			const [link = ''] = /http:\S+\/app\/sign\/\S+/.exec(await editor.output.innerText()) ?? [];
			const page = await browser.newPage();
			await page.goto(link);
			await confirmAs(page, 'ann@example.com');
			await arriveAt(page, 'Agreement');
			await page.waitForLoadState('networkidle');
			await takePicture(page, 'signing-page');
			await signAs(page, 'Ann Muster');
			await arriveAt(page, 'Thank you, you have signed');
			expect(request?.signatures.map(({ signedAt }) => signedAt !== undefined)).toEqual([
				true,
				false,
			]);
		},
	);

	inEditor(
		'a trigger listens for a test, and shows what the service called for',
		async ({ editor, scene }) => {
			const { sandbox } = scene;
			await editor.openNewWorkflow();
			await editor.addTrigger('when someone signs or declines', 'On all have signed');
			await editor.see('Starts only for requests that name it');
			await editor.labelled('Path').locator('input').fill('listened-for');
			await editor.page.getByText('Webhook URLs', { exact: true }).click();
			const address = (await editor.page.locator('.webhook-url').innerText()).trim();
			expect(address).toMatch(/\/webhook-test\/listened-for$/);
			await editor.listen();

			const callback = { address, path: 'listened-for' };
			const title = 'Listened for';
			const id = await createElsewhere(sandbox, { title, signer: 'ann@example.com', callback });
			await sandbox.people.sign(id);
			await editor.see('Listened for', editor.output);
			await editor.pictures('trigger');
		},
	);
}
