/** `npm run test:hostile`: callers who know everything but the API key. HOSTILE_CALLS and SEED say how many, and which. */
import { randomFrom, seed } from '../../support/jest/random.ts';
import { Stage } from '../support/hostile/stage.ts';
import { Storm } from '../support/hostile/storm.ts';
import { until } from '../support/until.ts';

const calls = Number(process.env.HOSTILE_CALLS ?? 20_000);
const HOUR_MS = 60 * 60_000;
const MOST_UNDER_WAY = 10;

let stage: Stage;

beforeAll(async () => {
	stage = await Stage.open();
});

afterAll(async () => await stage?.close());

afterEach(async () => await stage.expectTrueRunsOnly());

it('without proof, twenty unknown requests a second keep no true call out', async () => {
	const address = `${stage.addressOf('typed')}?event=success&request=`;
	const requests = await Promise.all(
		Array.from(
			{ length: 10 },
			async () =>
				await stage.add(stage.us, {
					callback_success_url: `${address}SERVICE_SIGNATURE_REQUEST_ID`,
				}),
		),
	);
	const flood = { sent: 0, underWay: new Set<Promise<unknown>>() };
	const ticks = setInterval(() => {
		// A machine that does not keep up with that shall not drown.
		if (flood.underWay.size > MOST_UNDER_WAY) return;
		const call = stage.post(`${address}${crypto.randomUUID()}`);
		flood.sent += 1;
		flood.underWay.add(call);
		void call.finally(() => flood.underWay.delete(call));
	}, 1000 / 20);
	try {
		await until(stage.scene.n8n, 'flood', () => flood.sent >= 40 || undefined);
		for (const { id } of requests) await stage.scene.sandbox.people.sign(id);
		await stage.scene.sandbox.settled();
	} finally {
		clearInterval(ticks);
		await Promise.all(flood.underWay);
	}
	expect(requests.map(({ callbacks }) => callbacks.map(({ messages }) => messages))).toEqual(
		Array(10).fill([['HTTP 200']]),
	);
});

it(
	`${calls} hostile calls start nothing, and keep no true event out (SEED=${seed})`,
	async () => {
		const storm = new Storm(stage, randomFrom(seed));
		await storm.prepare(calls);
		const report = await stage.scene.n8n.whileAlive(async () => await storm.rage(calls));
		console.log(JSON.stringify({ seed, ...report, runs: stage.ran.length }));
		expect(report.believed).toEqual([]);
		expect(storm.refusedAtFirst).toEqual([]);
	},
	HOUR_MS,
);
