import { arriveAt, carla, ownAddress, stageForAll } from '../stage.ts';
import { inOrder } from '../../scene.ts';
import { headingOf, visitorOf } from '../visitor.ts';

const stage = stageForAll();

const inLanguage = (language: string) => ({
	signer_identity_data: { ...carla.signer_identity_data, language },
});

describe('The language of the signing page (interface.md 4.5)', () => {
	test.each([
		['the address asks for', '?lang=fr', 'de', 'it', 'Signer le document'],
		['the sender gave the person', '', 'de', 'it', 'Dokument signieren'],
		['the browser asks for', '', undefined, 'it-CH,it;q=0.9', 'Firma il documento'],
		['everyone knows', '?lang=xx', undefined, 'rm', 'Sign document'],
	])('is the one that %s', async (_title, query, language, header, button) => {
		const signer = language ? inLanguage(language) : carla;
		const request = await stage.create('v2', { signatures: [signer] });
		const answer = await fetch(ownAddress(request) + query, {
			headers: { 'accept-language': header },
		});
		expect(await answer.text()).toContain(button);
	});

	test('someone signs in German, from the mail on', async () => {
		const [anna] = inOrder('anna@example.com');
		const signatures = [{ ...anna, language: 'de' }];
		const { id } = await stage.create('v2', { title: 'Mietvertrag', signatures });
		const { visit, send, confirm } = visitorOf(stage);
		const { link } = stage.sandbox.store.mails.find(({ requestId }) => requestId === id)!;
		expect(headingOf((await visit(link!)).text)).toBe('Adresse bestätigen');
		const page = await confirm(link!, 'anna@example.com');
		const { text } = await visit(page);
		expect(text).toContain('<html lang="de"');
		expect(text).toContain('Dokument signieren');
		const thanks = await send(page, { action: 'sign', name: 'Anna Muster' });
		expect(headingOf(thanks.text)).toBe('Danke, Sie haben signiert');
	});

	test('everyone can choose another one, and keeps where they are', async () => {
		const request = await stage.create('v2', { signatures: [carla] });
		const page = await stage.visit(`${ownAddress(request)}?hidedownload&answer=decline`);
		await page.getByRole('link', { name: 'Italiano' }).click();
		await arriveAt(page, 'Rifiutare di firmare?');
		await page.getByRole('link', { name: 'Torna al documento' }).click();
		await page.getByRole('button', { name: 'Firma il documento' }).waitFor();
		expect(await page.getByRole('link', { name: 'Scarica il PDF' }).count()).toBe(0);
	});
});

describe('Who else signs', () => {
	test('the page shows who asks, who signs in which order, and how far it is', async () => {
		const [anna, ben] = inOrder('anna@example.com', 'ben@example.com');
		const signatures = [ben, { ...carla, sequence: 3 }, anna].map((one, index) =>
			index === 1 ? { ...one, sequence: 3 } : one,
		);
		const request = await stage.create('v2', { creator: 'boss@example.com', signatures });
		await stage.sandbox.people.sign(request.id, 'anna@example.com');
		await stage.sandbox.people.sign(request.id, 'ben@example.com');
		const page = await stage.visit(ownAddress(request, 1));
		expect(await page.getByRole('main').innerText()).toContain(
			'boss@example.com asks for your signature',
		);
		const people = page.getByRole('region', { name: 'Who signs' });
		expect((await people.getByRole('listitem').allInnerTexts()).map(oneLine)).toEqual([
			'anna@example.com has signed',
			'ben@example.com has signed',
			'Carla Rossi you can sign now',
		]);
		expect(await people.getByRole('progressbar', { name: '2 of 3 signed' }).count()).toBe(1);
	});
});

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
