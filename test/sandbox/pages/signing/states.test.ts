import { LANGUAGES } from '../../../../sandbox/pages/frame/texts/texts.ts';
import type { Answer } from '../../client.ts';
import { DAY, listIn, signers } from '../../scene.ts';
import {
	arriveAt,
	brokenWords,
	carla,
	confirmAs,
	declineBecause,
	ownAddress,
	PHONE,
	scrollsSideways,
	stageForAll,
	signAs,
} from '../stage.ts';
import { headingOf, visitorOf } from '../visitor.ts';

const stage = stageForAll();

const create = (...signatures: object[]) => stage.create('v2', { signatures });
const post = (id: string, rest: string) =>
	stage.send('POST', `/v2/signature-requests/${id}/${rest}`);
const remove = (path: string) => stage.send('DELETE', `/v2/signature-requests/${path}`);
const [anna] = signers('anna@example.com');

/** The request, its signer to look at, and what happens before that. */
const STATES: Array<
	[heading: string, create: () => Promise<Answer>, at: number, act?: (made: Answer) => unknown]
> = [
	['Contract', () => create(carla), 0],
	['This request was not sent yet', () => stage.create('v3', { signatures: [carla] }), 0],
	['It is not your turn yet', () => create({ ...anna, sequence: 1 }, { ...carla, sequence: 2 }), 1],
	[
		'You have already signed',
		() => create(anna!, carla),
		1,
		({ id }) => stage.sandbox.people.sign(id, 'c@example.org'),
	],
	[
		'You have already declined',
		() => create(carla),
		0,
		({ id }) => stage.sandbox.people.decline(id, 'c@example.org', 'No'),
	],
	[
		'This request was declined',
		() => create(anna!, carla),
		1,
		({ id }) => stage.sandbox.people.decline(id, 'anna@example.com'),
	],
	[
		'This request ended with an error',
		() => create(carla),
		0,
		({ id }) => stage.sandbox.people.failTechnically(id),
	],
	['This request was withdrawn', () => create(carla), 0, ({ id }) => post(id, 'withdraw')],
	[
		'This request has expired',
		() => {
			const expires_at = new Date(stage.sandbox.clock.now()).toISOString().slice(0, 10);
			return stage.open('v3', { signatures: [carla], expires_at });
		},
		0,
		() => stage.sandbox.clock.advance(DAY),
	],
	['This request does not exist', () => create(carla), 0, ({ id }) => remove(id)],
	[
		'This request does not exist',
		() => create(carla, anna!),
		0,
		(made) => remove(`${made.id}/signatures/${String(listIn(made, 'signatures')[0]?.sid)}`),
	],
];

describe('What people find at their address', () => {
	test.each(STATES)('%s', async (...[heading, make, at, act]) => {
		const made = await make();
		await act?.(made);
		const text = await (await fetch(ownAddress(made, at))).text();
		expect(headingOf(text)).toBe(heading);
		expect(text.includes('name="name"')).toBe(heading === 'Contract');
	});

	test.each<Record<string, string>>([
		{ action: 'sign', name: 'Carla' },
		{ action: 'decline', reason: 'No' },
	])('%j comes too late after a withdrawal', async (form) => {
		const made = await create(carla);
		await post(made.id, 'withdraw');
		const { text } = await visitorOf(stage).send(ownAddress(made), form);
		expect(headingOf(text)).toBe('This request was withdrawn');
	});

	test('an account holder has no address of their own', async () => {
		const { id, json } = await create(anna!);
		const sid = stage.sandbox.store.request(id)?.signatures[0]?.id;
		const text = await (await fetch(`${String(json.signing_url)}/${sid}`)).text();
		expect(headingOf(text)).toBe('This request does not exist');
	});
});

describe('On a phone', () => {
	test.each(LANGUAGES)(
		'at 320 pixels no word of the signing page breaks (%s)',
		async (language) => {
			const address = ownAddress(await stage.open('v2', { signatures: [{ ...carla, language }] }));
			const page = await stage.visit(address, { viewport: { width: 320, height: 700 } });
			expect(await brokenWords(page)).toEqual([]);
			expect(await scrollsSideways(page)).toBe(false);
		},
	);

	test('long words do not widen any page', async () => {
		const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(4);
		const { json } = await stage.create('v2', {
			title: long,
			message: long,
			signatures: signers(`${'a'.repeat(60)}@example.com`),
		});
		const page = await stage.visit(String(json.signing_url), PHONE);
		expect(await scrollsSideways(page)).toBe(false);
		await confirmAs(page, `${'a'.repeat(60)}@example.com`);
		await arriveAt(page, long);
		expect(await scrollsSideways(page)).toBe(false);
		await declineBecause(page, long);
		await arriveAt(page, 'You have declined');
		expect(await scrollsSideways(page)).toBe(false);
	});
});

describe('Markup in what others wrote', () => {
	const attack = `"'><img src=x onerror=alert(1)><script>alert(2)</script>`;

	test('is shown as text and never run', async () => {
		const { json } = await stage.create('v2', {
			title: attack,
			message: attack,
			signatures: signers('anna@example.com'),
		});
		const exits = new URLSearchParams({ exitURL: `javascript:alert(3)//${attack}`, lang: attack });
		const page = await stage.visit(`${String(json.signing_url)}?${exits.toString()}`);
		await confirmAs(page, 'anna@example.com');
		await arriveAt(page, attack);
		expect(await page.locator('dd.message').innerText()).toBe(attack);
		await declineBecause(page, attack);
		await arriveAt(page, 'You have declined');
		expect(await page.locator('dd.message').innerText()).toBe(attack);
		expect(await page.locator('img[src=x], main script, a[href^=javascript]').count()).toBe(0);

		await page.goto(stage.sandbox.address);
		expect(await page.locator('#requests').innerText()).toContain(`Reason: ${attack}`);
		expect(await page.locator('img[src=x], main script').count()).toBe(0);
	});

	test('an exit URL is a link and nothing else', async () => {
		const request = await stage.create('v2', { signatures: [carla] });
		const exitURL = `https://a.example/?"><script>alert(1)</script>`;
		const page = await stage.visit(`${ownAddress(request)}?exitURL=${encodeURIComponent(exitURL)}`);
		await signAs(page, attack);
		await arriveAt(page, 'Thank you, you have signed');
		const link = page.getByRole('link', { name: 'Continue now' });
		expect(await link.getAttribute('href')).toBe(new URL(exitURL).href);
		expect(await page.locator('main script').count()).toBe(0);
	});
});
