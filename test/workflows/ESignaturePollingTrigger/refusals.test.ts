import type { Fault } from '../../../sandbox/http/faults';
import { addDeclined, startWatching, watch, startPolling } from '../../support/polling/polling';
import { startService } from '../../support/service/service';

const lists = { method: 'GET', path: '/signature-requests' };
const downloads = { method: 'GET', path: '/documents/{id}/content' };

type What = Fault extends infer One
	? One extends Fault
		? Omit<One, 'method' | 'path'>
		: never
	: never;

/** Those that end a call, without a long wait for the repetitions. */
const failures: Array<[string, What, RegExp]> = [
	['503', { status: 503, headers: { 'retry-after': '0' } }, /Skribble is unavailable/],
	['401', { status: 401 }, /didn't accept the login/],
	[
		'403 for a token',
		{ status: 403, body: { key: 'error.auth.token_invalid' } },
		/didn't accept the login/,
	],
];

describe('a refusal of the list', () => {
	it.each(failures)(
		'by %s is shown, and loses and repeats nothing',
		async (_title, what, reason) => {
			const service = await startService();
			const { faults } = service.sandbox;
			const watcher = await startWatching(service, { states: ['DECLINED', 'SIGNED'] });
			const before = await addDeclined(service);
			faults.add({ ...lists, ...what } as Fault);
			await expect(watcher.poll()).rejects.toThrow(reason);
			const during = await addDeclined(service);
			await expect(watcher.poll()).rejects.toThrow(reason);
			faults.clear();
			expect((await watcher.ids()).sort()).toEqual([before, during].sort());
			expect(await watcher.ids()).toEqual([]);
		},
	);

	it("of n8n's own database leaves all for the next poll, because n8n could not store the run", async () => {
		let isGoing = false;
		const service = await startService({
			onCall: () => {
				if (isGoing) service.engine.credential.isAway = true;
			},
		});
		const watcher = await startWatching(service, { states: ['DECLINED'] });
		const id = await addDeclined(service);
		isGoing = true;
		await expect(watcher.poll()).rejects.toThrow(/Connection terminated/);
		isGoing = false;
		service.engine.credential.isAway = false;
		expect(await watcher.ids()).toEqual([id]);
		expect(await watcher.ids()).toEqual([]);
	});

	it('at the first poll takes no note of anything', async () => {
		const service = await startService();
		await addDeclined(service);
		const watcher = watch(service, { states: ['DECLINED'] });
		service.sandbox.faults.add({ ...lists, status: 500, times: 1 });
		await expect(watcher.poll()).rejects.toThrow(/had an internal error/);
		expect(await watcher.ids()).toEqual([]);
		const id = await addDeclined(service);
		expect(await watcher.ids()).toEqual([id]);
	});
});

/** n8n reads it off the error: when the next poll comes, and whether someone has to act first. */
describe('what is declared to n8n', () => {
	const login = { method: 'POST', path: '/access/login' };
	const later = { 'retry-after': '90' };
	const busy = { cause: 'temporarily-unavailable', retryAfterMs: 90_000 };
	const captive = { 'content-type': 'text/html' };

	it.each<[string, Fault, object]>([
		[
			'429 with a time',
			{ ...lists, status: 429, headers: later },
			{ cause: 'rate-limited', retryAfterMs: 90_000 },
		],
		['a login that is refused by 503 with a time', { ...login, status: 503, headers: later }, busy],
		[
			'a login that a proxy answers with a page',
			{ ...login, status: 200, headers: captive, body: '<html></html>' },
			{ cause: 'temporarily-unavailable' },
		],
		['a key that is refused', { ...login, status: 401 }, { cause: 'credential-invalid' }],
	])('after %s is how soon to ask again', async (_title, fault, failure) => {
		const service = await startService();
		service.sandbox.faults.add(fault);
		const watcher = watch(service, { states: ['DECLINED'] });
		await expect(watcher.poll()).rejects.toMatchObject({ failure });
	});
});

describe('a refusal of a download', () => {
	const withFiles = { states: ['DECLINED'], downloadDocuments: true };
	const brokenOff: (typeof failures)[number] = [
		'half a file',
		{ truncateBody: true },
		/The download stopped/,
	];

	it.each([...failures, brokenOff])(
		'by %s is shown when nothing could be fetched, and loses and repeats nothing',
		async (_title, what, reason) => {
			const { service, watcher } = await startPolling(withFiles);
			const id = await addDeclined(service);
			service.sandbox.faults.add({ ...downloads, ...what } as Fault);
			await expect(watcher.poll()).rejects.toThrow(reason);
			service.sandbox.faults.clear();
			watcher.restart();
			const [item, ...more] = await watcher.poll();
			expect(more).toEqual([]);
			expect(item!.json).toMatchObject({ id });
			expect(item!.binary).toHaveProperty('data');
			expect(await watcher.ids()).toEqual([]);
		},
	);

	it('keeps what was fetched before, and leaves the rest for the next poll', async () => {
		const service = await startService();
		const { faults } = service.sandbox;
		const watcher = await startWatching(service, withFiles);
		const ended: string[] = [];
		for (let count = 0; count < 4; count++) ended.push(await addDeclined(service));
		faults.add({ ...downloads, delayMs: 0, times: 2 });
		faults.add({ ...downloads, status: 500 });

		const first = await watcher.ids();
		expect(first).toHaveLength(2);
		await expect(watcher.poll()).rejects.toThrow(/had an internal error/);

		faults.clear();
		watcher.restart();
		const rest = await watcher.ids();
		expect([...first, ...rest].sort()).toEqual(ended.sort());
		expect(await watcher.ids()).toEqual([]);
	});
});
