import { inOrder, sceneForAll, signers } from '../../scene.ts';
import { headingOf, visitorOf } from '../visitor.ts';

const ANNA = 'anna@example.com';
const BEN = 'ben@example.com';

const scene = sceneForAll();
const browser = () => visitorOf(scene);

/** The link as a mail has it. */
const linkFor = (address: string, email: string) => `${address}?email=${encodeURIComponent(email)}`;
const formIn = (page: string) =>
	/<form method="post" action="([^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&');
const shown = (page: string) => /You are <strong>([^<]+)</.exec(page)?.[1];
const statuses = (id: string) =>
	scene.sandbox.store.request(id)!.signatures.map(({ status }) => status);

async function requestOf(...people: string[]) {
	const created = await scene.open('v2', { signatures: signers(...people) });
	return { id: created.id, address: String(created.json.signing_url) };
}

describe('Two people in one browser', () => {
	it.each([
		['the same request', [ANNA, BEN]],
		['another request', [BEN]],
	])('a link in a mail is for whom it was sent to: %s', async (_title, people) => {
		const [first, second] = [await requestOf(ANNA, BEN), await requestOf(...people)];
		const { visit, confirm } = browser();
		expect(shown((await visit(await confirm(first.address, ANNA))).text)).toBe(ANNA);

		const asked = await visit(linkFor(second.address, BEN));
		expect(shown(asked.text)).toBeUndefined();
		expect(asked.text).toContain(`value="${BEN}"`);
		expect(shown((await visit(await confirm(formIn(asked.text), BEN))).text)).toBe(BEN);
		// Nobody has to confirm twice.
		expect(shown((await visit(linkFor(first.address, ANNA.toUpperCase()))).text)).toBe(ANNA);
	});

	it('every link that the sandbox gives to a person is for that person', async () => {
		const { id, address } = await requestOf(ANNA, BEN);
		const { visit, confirm } = browser();
		await confirm(address, ANNA);
		const [mail] = scene.sandbox.store.mails.filter(
			({ requestId, to }) => requestId === id && to === BEN,
		);
		const start = (await visit('/')).text.split(`id="request-${id}"`)[1]!;
		const onStartPage = /href="([^"]+)"\s*>[^<]*<span class="unseen"> of ben@/.exec(start)![1]!;
		for (const link of [mail!.link!, onStartPage]) {
			expect((await visit(link)).text).toContain(`value="${BEN}"`);
		}
	});

	it('a page that is open signs for the person it was shown to', async () => {
		const { id, address } = await requestOf(ANNA, BEN);
		const { visit, send, confirm } = browser();
		await confirm(address, ANNA);
		// Without an address in the link, the last who confirmed theirs.
		const page = await visit(address);
		expect(shown(page.text)).toBe(ANNA);
		await confirm(linkFor(address, BEN), BEN);

		const thanks = await send(formIn(page.text), { action: 'sign', name: 'Anna' });
		expect(statuses(id)).toEqual(['SIGNED', 'OPEN']);
		expect(thanks.text).toContain('Thank you, you have signed');
	});

	it('a link does not stand in for confirming an address', async () => {
		const { id, address } = await requestOf(ANNA, BEN);
		const { send, confirm } = browser();
		await confirm(address, ANNA);
		const asked = await send(linkFor(address, BEN), { action: 'sign', name: 'B' });
		expect(statuses(id)).toEqual(['OPEN', 'OPEN']);
		expect(asked.text).toContain(`value="${BEN}"`);
	});

	it('who steps back is asked for an address', async () => {
		const { address } = await requestOf(ANNA, BEN);
		const { visit, send, confirm } = browser();
		await confirm(address, BEN);
		const page = await visit(await confirm(address, ANNA));
		const asked = await send(formIn(page.text), { action: 'leave' });
		expect(asked.text).toContain('Confirm your address');
	});

	it('the documents on each page are there for both', async () => {
		const first = await requestOf(ANNA);
		const second = await requestOf(BEN);
		const { visit, confirm } = browser();
		const page = await visit(await confirm(first.address, ANNA));
		await confirm(second.address, BEN);
		const image = /<img\s+src="([^"]+)"/.exec(page.text)![1]!;
		expect((await visit(image)).status).toBe(200);
	});

	it('an address that is not asked to sign sees nothing of the request', async () => {
		const { id, address } = await requestOf(ANNA);
		const { visit } = browser();
		const { text } = await visit(address, { action: 'confirm', email: 'zoe@example.com' });
		expect(text).toContain('zoe@example.com is not asked');
		expect(text).not.toContain('Contract');
		const [documentId] = scene.sandbox.store.request(id)!.documentIds;
		expect((await visit(`${address}/documents/${documentId}/content`)).status).toBe(404);
	});

	it('who stands in the request twice signs twice', async () => {
		const { id, address } = await requestOf(ANNA, ANNA);
		const { visit, send, confirm } = browser();
		const page = await confirm(address, ANNA);
		const first = await send(page, { action: 'sign', name: 'Anna' });
		expect(first.text).toContain('You are asked to sign once more');
		await send(page, { action: 'sign', name: 'Anna' });
		expect(statuses(id)).toEqual(['SIGNED', 'SIGNED']);
		expect((await visit(page)).text).not.toContain('once more');
	});

	it('who has to wait reads for whom', async () => {
		const created = await scene.open('v2', { signatures: inOrder(ANNA, BEN) });
		const { visit, confirm } = browser();
		const { text } = await visit(await confirm(String(created.json.signing_url), BEN));
		expect(headingOf(text)).toBe('It is not your turn yet');
		expect(/class="waiting-for"[^]*?<\/ul>/.exec(text)?.[0]).toContain(ANNA);
		expect(text).not.toContain('once more');
	});
});
