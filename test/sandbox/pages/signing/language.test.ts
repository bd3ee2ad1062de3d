import { arriveAt, carla, ownAddress, setStage, type Stage } from '../stage.ts';
import { inOrder, listIn } from '../../scene.ts';

let stage: Stage;
beforeAll(async () => {
	stage = await setStage();
});
afterEach(() => stage.leave());
afterAll(() => stage.close());

async function openNewestMail() {
	const page = await stage.visit(stage.sandbox.address);
	await page.locator('#mails').getByRole('link').first().click();
	return page;
}

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
		const [first] = inOrder('anna@example.com');
		await stage.create('v2', { title: 'Mietvertrag', signatures: [{ ...first, language: 'de' }] });
		const page = await openNewestMail();
		await arriveAt(page, 'Adresse bestätigen');
		expect(await page.getByLabel('E-Mail-Adresse').inputValue()).toBe('anna@example.com');
		await page.getByRole('button', { name: 'Weiter' }).click();
		await arriveAt(page, 'Mietvertrag');
		expect(await page.locator('html').getAttribute('lang')).toBe('de');
		await page.getByLabel('Ihr Name').fill('Anna Muster');
		await page.getByRole('button', { name: 'Dokument signieren' }).click();
		await arriveAt(page, 'Danke, Sie haben signiert');
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

	test('the second is invited when the first has signed, and then can sign (v1)', async () => {
		const before = stage.sandbox.store.mails.length;
		const signatures = ['anna@example.com', 'ben@example.com'].map((email, index) => ({
			signer_email_address: email,
			order: index + 1,
		}));
		const request = await stage.create('v1', { signatures });
		const invited = () => stage.sandbox.store.mails.slice(before).map(({ to }) => to);
		expect(listIn(request, 'signatures')).toHaveLength(2);
		expect(invited()).toEqual(['anna@example.com']);
		const first = await openNewestMail();
		await first.getByRole('button', { name: 'Continue' }).click();
		await first.getByLabel('Your name').fill('Anna');
		await first.getByRole('button', { name: 'Sign document' }).click();
		await arriveAt(first, 'Thank you, you have signed');
		expect(invited()).toEqual(['anna@example.com', 'ben@example.com']);
		const second = await openNewestMail();
		await second.getByRole('button', { name: 'Continue' }).click();
		await second.getByLabel('Your name').fill('Ben');
		await second.getByRole('button', { name: 'Sign document' }).click();
		await arriveAt(second, 'Thank you, you have signed');
		expect(stage.sandbox.store.request(request.id)?.status).toBe('SIGNED');
	});
});

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
