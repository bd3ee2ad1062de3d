import { randomUUID } from 'node:crypto';
import { sceneForAll } from '../../scene.ts';

const scene = sceneForAll();

const REQUESTS = 10_000;

/** Adds requests that count how often someone looks at them. */
async function fill(): Promise<() => number> {
	const { store } = scene.sandbox;
	const { id } = await scene.create('v2');
	const model = store.request(id)!;
	let looks = 0;
	for (let count = 0; count < REQUESTS; count += 1) {
		const request = { ...model, id: randomUUID(), title: `Request ${count}` };
		Object.defineProperty(request, 'owner', {
			get: () => {
				looks += 1;
				return model.owner;
			},
		});
		store.addRequest(request);
	}
	return () => looks;
}

test('a page of a long list looks at its own requests and not at all of them', async () => {
	const looks = await fill();
	const page = async (number: number) =>
		(await scene.send('GET', `/v2/signature-requests?page_number=${number}&page_size=20`)).list;
	const first = await page(0);
	expect(first.map(({ title }) => title).slice(0, 2)).toEqual(['Request 9999', 'Request 9998']);
	expect(first).toHaveLength(20);
	// Once for the access and once for the answer.
	expect(looks()).toBeLessThan(3 * 20);
	expect((await page(1))[0]).toMatchObject({ title: 'Request 9979' });
	expect(looks()).toBeLessThan(3 * 20 + 4 * 20);
});
