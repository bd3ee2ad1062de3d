import { ANN, BOB, calledAddresses, post, setStage, two } from '../../support/service/triggerStage';
import type { Stage } from '../../support/service/triggerStage';
import { startWatching } from '../../support/polling/polling';

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
	['v3', 'public'],
] as const)(
	'every event has an id of its own, and gets the same again after it was forgotten (%s, %s)',
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

describe.each(['v2', 'v3'] as const)(
	'a signature that the service shows late (%s)',
	(apiVersion) => {
		const reads = { method: 'GET', path: '/signature-requests/{id}' };

		/** Ann and Bob have signed, and neither of their calls was answered. */
		async function signTwo() {
			const stage = await setStage({}, { dialect: 'public' });
			const id = await stage.create({ apiVersion, ...three });
			stage.sandbox.faults.add({ ...reads, status: 503 });
			for (const email of [ANN, BOB]) {
				await stage.sandbox.people.sign(id, email);
				await stage.sandbox.clock.advance(1000);
			}
			await stage.sandbox.settled();
			stage.sandbox.faults.clear();
			const [ofAnn, ofBob] = calledAddresses(stage.sandbox, id);
			const response = await stage.call(`/${apiVersion}/signature-requests/${id}`);
			const whole = (await response.json()) as { signatures: Array<{ account_email: string }> };
			const signatures = whole.signatures.map((one) =>
				one.account_email === ANN ? { ...one, status_code: 'OPEN', signed_at: undefined } : one,
			);
			const hideAnn = () =>
				stage.sandbox.faults.add({
					...reads,
					status: 200,
					body: { ...whole, signatures },
					times: 1,
				});
			return { stage, hideAnn, ofAnn: ofAnn!, ofBob: ofBob! };
		}
		const signersOf = ({ trigger }: Stage) =>
			trigger.started.map(([item]) => (item!.json.lastSignedBy as { name: string }).name);

		it('starts its run when the call for a later one came first', async () => {
			const { stage, hideAnn, ofAnn, ofBob } = await signTwo();
			hideAnn();
			for (const address of [ofBob, ofAnn, ofBob, ofAnn]) {
				expect((await post(address)).status).toBe(200);
			}
			expect(signersOf(stage)).toEqual([BOB, ANN]);
			const [bob, ann] = idsOf(stage);
			expect(bob).not.toBe(ann);

			forget(stage);
			for (const address of [ofAnn, ofBob]) await post(address);
			expect(idsOf(stage).slice(2)).toEqual([ann, bob]);
		});

		it('is called for again as long as it is not shown, and takes no place of another', async () => {
			const { stage, hideAnn, ofAnn, ofBob } = await signTwo();
			hideAnn();
			const answer = await post(ofAnn);
			expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '60']);
			expect(await answer.text()).toMatch(/^The request doesn't show the signature/);
			for (const address of [ofBob, ofAnn]) expect((await post(address)).status).toBe(200);
			expect(signersOf(stage)).toEqual([BOB, ANN]);
		});
	},
);

it.each([
	['v2', 'contract', 'SIGNED'],
	['v3', 'public', 'SIGNED'],
	['v2', 'public', 'DECLINED'],
] as const)(
	'the end of a request has the same id from both triggers (%s, %s, %s)',
	async (apiVersion, dialect, state) => {
		const stage = await setStage({}, { dialect });
		const id = await stage.create({ apiVersion, ...two });
		const watcher = await startWatching(stage, { apiVersion, states: [state] });
		await stage.sandbox.people.sign(id, ANN);
		await stage.sandbox.settled();
		if (state === 'SIGNED') await stage.sandbox.people.sign(id, BOB);
		else stage.sandbox.people.decline(id, BOB);
		await stage.sandbox.settled();
		const [item] = await watcher.poll();
		expect(idsOf(stage)).toHaveLength(2);
		expect(item!.json.eventId).toBe(idsOf(stage)[1]);
	},
);
