import { randomUUID } from 'node:crypto';
import { isList, startAlteredService, stateAsked } from '../../support/service/alteredService';
import type { Alteration } from '../../support/service/alteredService';
import { addDeclined, addOpen, startWatching, watch } from '../../support/polling/polling';
import type { Service } from '../../support/service/service';

const lists = { method: 'GET', path: '/signature-requests' };

/** A service that answers for one state in the given way, until that is ended. */
async function startFailing(
	state: string,
	answer: NonNullable<Alteration['answer']>,
	options: { dialect?: 'contract' | 'public'; isFailing?: boolean } = {},
) {
	const { dialect, isFailing = true } = options;
	const failing = { isOn: isFailing };
	const alter = (called: URL) =>
		failing.isOn && isList(called) && stateAsked(called) === state ? { answer } : undefined;
	return { service: await startAlteredService(alter, { dialect }), failing };
}

async function addSigned(service: Service): Promise<string> {
	const { id } = await addOpen(service);
	await service.sandbox.people.sign(id);
	return id;
}

describe.each(['contract', 'public'] as const)(
	'a service that refuses EXPIRED as a filter (%s)',
	(dialect) => {
		const refusal = { status: 400, body: { status: 400, message: 'status_overall' } };
		const states = ['SIGNED', 'EXPIRED'];

		it('brings requests of the other states and of this one, each once', async () => {
			const { service } = await startFailing('EXPIRED', refusal, { dialect });
			const { store, clock } = service.sandbox;
			const watcher = await startWatching(service, { states });
			const signed = await addSigned(service);
			expect(await watcher.ids()).toEqual([signed]);
			const { id: expired } = await addOpen(service);
			Object.assign(store.request(expired)!, { status: 'EXPIRED', updatedAt: clock.now() });
			expect(await watcher.ids()).toEqual([expired]);
			watcher.restart();
			expect(await watcher.ids()).toEqual([]);
			expect(watcher.logged).toEqual([]);
		});

		it('brings one that stays where it stands among many in other states', async () => {
			const { service } = await startFailing('EXPIRED', refusal, { dialect });
			const { store, clock } = service.sandbox;
			const first = store.request((await addOpen(service)).id)!;
			const others = Array.from({ length: 299 }, () => ({ ...first, id: randomUUID() }));
			for (const request of others) store.addRequest(request);
			const watcher = await startWatching(service, { states });
			const expired = others[150]!;
			Object.assign(expired, { status: 'EXPIRED', updatedAt: clock.now() });
			expect(await watcher.ids()).toEqual([expired.id]);
			expect(await watcher.ids()).toEqual([]);
		});
	},
);

const failures: Array<[string, NonNullable<Alteration['answer']>]> = [
	['403', { status: 403, body: { status: 403, message: 'not enabled' } }],
	['half an answer', { status: 200, body: '[{"id":' }],
];

describe('a state that fails', () => {
	const states = ['SIGNED', 'DECLINED'];
	it.each(failures)(
		'by %s does not stop the other, is logged, and loses and repeats nothing',
		async (_title, answer) => {
			const { service, failing } = await startFailing('SIGNED', answer, { isFailing: false });
			const watcher = await startWatching(service, { states });
			failing.isOn = true;
			const signed = await addSigned(service);
			const declined = await addDeclined(service);
			expect(await watcher.ids()).toEqual([declined]);
			expect(watcher.logged).toEqual([
				expect.stringMatching(/requests in the state SIGNED couldn't be read/) as string,
			]);
			watcher.restart();
			expect(await watcher.ids()).toEqual([]);
			failing.isOn = false;
			expect(await watcher.ids()).toEqual([signed]);
			expect(await watcher.ids()).toEqual([]);
		},
	);
});

it.each([false, true])(
	'a state whose first look fails is watched from the activation on (durable cursors: %s)',
	async (durableCursors) => {
		const { service, failing } = await startFailing('SIGNED', { status: 500 });
		await addSigned(service);
		await service.sandbox.clock.advance(60_000);
		const watcher = watch(service, { states: ['SIGNED', 'DECLINED'] });
		watcher.durableCursors = durableCursors;
		expect(await watcher.ids()).toEqual([]);
		await service.sandbox.clock.advance(60_000);
		const signed = await addSigned(service);
		expect(await watcher.ids()).toEqual([]);
		failing.isOn = false;
		// The first look takes note of what is old, and the poll after it brings what is new.
		expect([...(await watcher.ids()), ...(await watcher.ids())]).toEqual([signed]);
		expect(await watcher.ids()).toEqual([]);
	},
);

it('asks for no other state when the login is refused', async () => {
	const { service } = await startFailing('SIGNED', { status: 401 });
	const watcher = watch(service, { states: ['SIGNED', 'DECLINED'] });
	await expect(watcher.poll()).rejects.toThrow(/didn't accept the login/);
	expect(service.sandbox.calls.count(lists)).toBe(0);
});

it('asks for no other state after a failure that took all the time', async () => {
	const { service } = await startFailing('SIGNED', { status: 500 });
	const watcher = watch(service, { states: ['SIGNED', 'DECLINED'] });
	watcher.budgetMs = -1;
	await expect(watcher.poll()).rejects.toThrow(/had an internal error/);
	watcher.budgetMs = 300_000;
	expect(await watcher.poll()).toEqual([]);
});
