import { ANN, BOB, calledAddresses, post, setStage } from '../../support/triggerStage';
import type { Stage } from '../../support/triggerStage';
import { startWatching } from '../../support/polling';

const EVE = 'eve@example.com';
const three = { signersJson: JSON.stringify([ANN, BOB, EVE].map((email) => ({ email }))) };

const idsOf = ({ trigger }: Stage) => trigger.started.map(([item]) => item!.json.eventId);

/** As another process, or one whose memory another has overwritten. */
function forget({ trigger }: Stage): void {
	trigger.staticData = '{}';
	trigger.restart();
}

async function signAll(stage: Stage, id: string): Promise<void> {
	for (const email of [ANN, BOB, EVE]) {
		await stage.sandbox.people.sign(id, email);
		await stage.sandbox.settled();
		await stage.sandbox.clock.advance(60_000);
	}
}

it.each([
	['v2', 'contract'],
	['v3', 'contract'],
	['v2', 'public'],
	['v3', 'public'],
] as const)(
	'every event has an id of its own, and whoever forgets it gives it the same again (%s, %s)',
	async (apiVersion, dialect) => {
		const stage = await setStage({}, { dialect });
		const id = await stage.create({ apiVersion, ...three });
		await signAll(stage, id);
		const first = idsOf(stage);
		expect(new Set(first).size).toBe(3);
		expect(first).toEqual(Array(3).fill(expect.stringMatching(/^[\w-]{16}$/)));

		forget(stage);
		for (const address of calledAddresses(stage.sandbox, id)) await post(address);
		expect(idsOf(stage)).toHaveLength(6);
		expect(new Set(idsOf(stage)).size).toBe(3);
	},
);

it('an update that names its signature has its id in whatever order two processes hear of it', async () => {
	const stage = await setStage({}, { dialect: 'public' });
	const id = await stage.create({ apiVersion: 'v2', ...three });
	await signAll(stage, id);
	const first = idsOf(stage);
	for (const [index, address] of calledAddresses(stage.sandbox, id).entries()) {
		forget(stage);
		await post(address);
		expect(idsOf(stage).at(-1)).toBe(first[index]);
	}
});

it('the end of a request has the same id from both triggers', async () => {
	const stage = await setStage();
	const id = await stage.create();
	const watcher = await startWatching(stage, { apiVersion: 'v2', states: ['SIGNED'] });
	await watcher.poll();
	await stage.sandbox.people.sign(id);
	await stage.sandbox.settled();
	const [item] = await watcher.poll();
	expect(item!.json.eventId).toBe(idsOf(stage)[0]);
});
