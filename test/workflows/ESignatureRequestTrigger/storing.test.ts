/** When n8n has stored the run, remembers it and answers; and what a kill in between leaves. */
import { newRow, type WorkflowRow } from '../../support/engine/workflowRow';
import { calledAddresses, post, setStage, type Stage } from '../../support/service/triggerStage';

const MINUTES = 60_000;
/** How long n8n has been running. */
const UPTIME_MS = 10 * MINUTES;
/** Longer, so that what is repeated is older than the process. */
const RETRY_MS = 20 * MINUTES;

beforeEach(() => void jest.spyOn(performance, 'now').mockReturnValue(UPTIME_MS));
afterEach(() => jest.restoreAllMocks());

const reads = { method: 'GET', path: '/signature-requests/{id}' };

const readsLog = { method: 'GET', path: '/signature-requests/{id}/callbacks' };

const marks = ({ trigger }: Pick<Stage, 'trigger'>) =>
	trigger.started.map(([item]) => item!.json.mayBeRepeated ?? false);

/** With a memory of its own, over the same row of n8n's database. */
async function otherProcess({ engine }: Stage, row: WorkflowRow) {
	return await engine.listen({
		type: 'eSignatureRequestTrigger',
		parameters: { events: ['success', 'update', 'error'], simplify: true },
		row: {
			id: newRow().id,
			get staticData() {
				return row.staticData;
			},
			set staticData(text) {
				row.staticData = text;
			},
		},
	});
}

const movedTo = ({ address }: { address: string }, called: string) =>
	`${new URL(address).origin}${called.slice(new URL(called).origin.length)}`;

/** Until everything that could go on without news from outside has gone on. */
async function turns(count: number) {
	for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}

it('a call is answered when its run is stored and remembered', async () => {
	const stage = await setStage();
	const { address } = await stage.createUnanswered();
	const before = stage.trigger.staticData;
	const steps: Array<[string, boolean]> = [];
	stage.trigger.onStep = (step) => {
		steps.push([step, stage.trigger.staticData !== before]);
	};
	expect((await post(address)).status).toBe(200);
	expect(steps).toEqual([
		['storing', false],
		['saving', false],
		['answering', true],
	]);
});

it.each([
	['before the run is stored', 'storing', [true]],
	['before it is remembered', 'saving', [false, true]],
	['before the call is answered', 'answering', [false]],
] as const)(
	'killed %s, nothing is lost, and a second run is marked',
	async (_title, instant, marked) => {
		const stage = await setStage({}, { callbackRetryMs: RETRY_MS });
		const id = await stage.create();
		stage.trigger.endsBefore = instant;
		await stage.sandbox.people.sign(id);
		await stage.sandbox.settled();
		expect(stage.sandbox.store.request(id)!.callbacks).toMatchObject([{ state: 'OPEN' }]);

		stage.trigger.restart();
		await stage.sandbox.clock.advance(RETRY_MS);
		await stage.sandbox.settled();
		expect(stage.sandbox.store.request(id)!.callbacks).toMatchObject([{ state: 'COMPLETED' }]);
		expect(marks(stage)).toEqual(marked);
	},
);

it('an update that a killed process left is marked, and a later one is not', async () => {
	const stage = await setStage({}, { callbackRetryMs: RETRY_MS });
	const signers = ['ann', 'bob', 'eve'].map((name) => ({ email: `${name}@example.com` }));
	const id = await stage.create({ signersJson: JSON.stringify(signers) });
	stage.trigger.endsBefore = 'saving';
	await stage.sandbox.people.sign(id, 'ann@example.com');
	await stage.sandbox.settled();
	stage.trigger.restart();
	await stage.sandbox.clock.advance(RETRY_MS);
	await stage.sandbox.settled();
	await stage.sandbox.people.sign(id, 'bob@example.com');
	await stage.sandbox.settled();
	expect(marks(stage)).toEqual([false, true, false]);
});

it('of two processes, one ends after it has stored the run: the other one marks a later call', async () => {
	jest.spyOn(performance, 'now').mockReturnValue(60 * MINUTES);
	const row = newRow();
	const stage = await setStage({}, { row });
	const other = await otherProcess(stage, row);
	const id = await stage.create();
	stage.trigger.endsBefore = 'saving';
	await stage.sandbox.people.sign(id);
	await stage.sandbox.settled();
	expect(marks(stage)).toEqual([false]);

	// The service itself does not call again by that.
	stage.sandbox.clock.set(stage.sandbox.clock.now() + 4_000);
	const [address] = calledAddresses(stage.sandbox, id);
	expect((await post(movedTo(other, address!))).status).toBe(200);
	expect(marks({ trigger: other })).toEqual([true]);
	expect(other.started[0]![0]!.json.eventId).toBe(stage.trigger.started[0]![0]!.json.eventId);
	// Both hold what was saved then.
	expect((await post(address!)).status).toBe(200);
	expect(stage.trigger.started).toHaveLength(1);
});

it.each([
	['now is not marked', 0, undefined, false, 0],
	['when it is late is not marked', MINUTES, undefined, false, 1],
	['late is marked when the service does not say that it is the first', MINUTES, 503, true, 1],
])('a first call that comes %s', async (_title, lateMs, status, isMarked, logReads) => {
	jest.spyOn(performance, 'now').mockReturnValue(60 * MINUTES);
	const stage = await setStage();
	const id = await stage.create();
	const release = stage.sandbox.holdCallbacks();
	await stage.sandbox.people.sign(id);
	stage.sandbox.clock.set(stage.sandbox.clock.now() + lateMs);
	if (status) stage.sandbox.faults.add({ ...readsLog, status });
	release();
	await stage.sandbox.settled();
	expect(marks(stage)).toEqual([isMarked]);
	expect(stage.sandbox.calls.count(readsLog)).toBe(logReads);
});

it.each([
	['after the event is marked', 0, true],
	['long before it is not', 60 * MINUTES, false],
])(
	'a callback that a copy of the workflow gets, published %s',
	async (_title, publishedMsAgo, isMarked) => {
		jest.spyOn(performance, 'now').mockReturnValue(60 * MINUTES);
		const stage = await setStage();
		const id = await stage.createSigned();
		const copy = await otherProcess(stage, newRow());
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - publishedMsAgo);
		(await copy.activate()).save();
		clock.mockRestore();
		const [address] = calledAddresses(stage.sandbox, id);
		expect((await post(movedTo(copy, address!))).status).toBe(200);
		expect(marks({ trigger: copy })).toEqual([isMarked]);
	},
);

it.each([
	['before this process began', UPTIME_MS + 1000],
	['after it began, when the service called for it before', MINUTES],
])('what happened %s is marked', async (_title, ageMs) => {
	const stage = await setStage();
	const { address } = await stage.createUnanswered();
	// The service itself does not call again by that.
	stage.sandbox.clock.set(stage.sandbox.clock.now() + ageMs);
	expect((await post(address)).status).toBe(200);
	expect(marks(stage)).toEqual([true]);
});

it('a run that n8n cannot store starts with the next call, and equal calls get a Retry-After', async () => {
	const stage = await setStage();
	const { address } = await stage.createUnanswered();
	const before = stage.sandbox.calls.count(reads);
	const equal: Array<Promise<Response>> = [];
	stage.trigger.endsBefore = 'storing, with an error';
	stage.trigger.onStep = async () => {
		stage.trigger.onStep = undefined;
		equal.push(post(address), post(address));
		while (stage.sandbox.calls.count(reads) < before + 3) await turns(1);
		await turns(500);
	};
	expect((await post(address)).status).toBe(500);
	for (const answer of await Promise.all(equal)) {
		expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
		expect(await answer.text()).toMatch(/^This n8n couldn't save the execution/);
	}
	expect(stage.trigger.started).toEqual([]);
	expect((await post(address)).status).toBe(200);
	expect((await post(address)).status).toBe(200);
	expect(stage.trigger.started).toHaveLength(1);
});

it('equal calls that come while the run is being stored start no other, and wait for it', async () => {
	const stage = await setStage();
	const { address } = await stage.createUnanswered();
	const before = stage.sandbox.calls.count(reads);
	const equal: Array<Promise<Response>> = [];
	let answered = 0;
	stage.trigger.onStep = async (step) => {
		if (step !== 'storing') return;
		for (let count = 0; count < 5; count++) {
			equal.push(post(address).finally(() => answered++));
		}
		while (stage.sandbox.calls.count(reads) < before + 6) await turns(1);
		await turns(500);
		expect(answered).toBe(0);
	};
	expect((await post(address)).status).toBe(200);
	expect((await Promise.all(equal)).map(({ status }) => status)).toEqual(Array(5).fill(200));
	expect(stage.trigger.started).toHaveLength(1);
});

it('a caller that hangs up does not keep the run from being stored and remembered', async () => {
	const stage = await setStage();
	const { address } = await stage.createUnanswered();
	const caller = new AbortController();
	let isStored: () => void;
	const stored = new Promise<void>((resolve) => (isStored = resolve));
	stage.trigger.onStep = async (step) => {
		if (step === 'storing') {
			caller.abort();
			await turns(500);
		}
		if (step === 'answering') isStored();
	};
	const call = fetch(address, { method: 'POST', signal: caller.signal });
	await expect(call).rejects.toThrow(/abort/i);
	await stored;
	stage.trigger.restart();
	expect((await post(address)).status).toBe(200);
	expect(stage.trigger.started).toHaveLength(1);
});

it('nor does one that has gone before there was anything to store, and equal calls learn of it', async () => {
	const stage = await setStage();
	const { address } = await stage.createUnanswered();
	const before = stage.sandbox.calls.count(reads);
	stage.sandbox.faults.add({ ...reads, delayMs: 500, times: 1 });
	const caller = new AbortController();
	const equal: Array<Promise<Response>> = [];
	stage.trigger.onStep = async (step) => {
		if (step !== 'storing') return;
		equal.push(post(address));
		while (stage.sandbox.calls.count(reads) < before + 2) await turns(1);
		await turns(500);
	};
	const call = fetch(address, { method: 'POST', signal: caller.signal });
	while (stage.sandbox.calls.count(reads) === before) await turns(1);
	caller.abort();
	await expect(call).rejects.toThrow(/abort/i);
	while (equal.length === 0) await turns(1);
	expect((await equal[0]!).status).toBe(200);
	expect(stage.trigger.started).toHaveLength(1);
});
