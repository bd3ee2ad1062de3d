import { sceneForAll, signers } from '../../scene.ts';

const ANNA = 'anna@example.com';
const BEN = 'ben@example.com';

const scene = sceneForAll();

/** One browser: keeps the cookie that it was given last. */
function browser() {
	let cookie = '';
	const visit = async (address: string, form?: Record<string, string>) => {
		const answer = await fetch(new URL(address, scene.sandbox.address), {
			redirect: 'manual',
			headers: { cookie },
			...(form && { method: 'POST', body: new URLSearchParams(form) }),
		});
		const [given] = answer.headers.getSetCookie();
		if (given) cookie = given.split(';')[0]!;
		return { text: await answer.text(), status: answer.status, headers: answer.headers };
	};
	const confirm = async (address: string, email: string) => {
		const { headers } = await visit(address, { action: 'confirm', email });
		return headers.get('location')!;
	};
	return { visit, confirm };
}

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
		const { visit, confirm } = browser();
		await confirm(address, ANNA);
		// Without an address in the link, the last who confirmed theirs.
		const page = await visit(address);
		expect(shown(page.text)).toBe(ANNA);
		await confirm(linkFor(address, BEN), BEN);

		const { headers } = await visit(formIn(page.text), { action: 'sign', name: 'Anna' });
		expect(statuses(id)).toEqual(['SIGNED', 'OPEN']);
		expect((await visit(headers.get('location')!)).text).toContain('Thank you, you have signed');
	});

	it('a link does not stand in for confirming an address', async () => {
		const { id, address } = await requestOf(ANNA, BEN);
		const { visit, confirm } = browser();
		await confirm(address, ANNA);
		const { status, headers } = await visit(linkFor(address, BEN), { action: 'sign', name: 'B' });
		expect([status, statuses(id)]).toEqual([303, ['OPEN', 'OPEN']]);
		expect((await visit(headers.get('location')!)).text).toContain(`value="${BEN}"`);
	});

	it('who steps back is asked for an address', async () => {
		const { address } = await requestOf(ANNA, BEN);
		const { visit, confirm } = browser();
		await confirm(address, BEN);
		const page = await visit(await confirm(address, ANNA));
		const { headers } = await visit(formIn(page.text), { action: 'leave' });
		expect((await visit(headers.get('location')!)).text).toContain('Confirm your address');
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
});
