import type { INodeParameters } from 'n8n-workflow';
import { smallPdf } from '../../support/files/pdf';
import { watch } from '../../support/polling/polling';
import { hintsOf } from '../../support/service/requestOperation';
import { startService } from '../../support/service/service';
import type { Service } from '../../support/service/service';

type Sandbox = Service['sandbox'];

const ANN = 'ann@example.com';
const DAY_MS = 86_400_000;
const reminders = { method: 'POST', path: '/signature-requests/{id}/remind' };

/** An n8n with an execution that waits for one request, and the trigger that resumes it. */
async function startWaiting(options: INodeParameters = { resumeBy: 'polling' }) {
	const service = await startService();
	const { sandbox, engine } = service;
	const waiting = { requestId: '' };
	const operation = { resource: 'request', operation: 'sendAndWait' };
	const type = 'eSignatureRequest';
	const node = await engine.listen({ type, parameters: operation, waiting: [waiting] });
	const waitingBaseUrl = new URL('/webhook-waiting', node.address).href;
	const { run } = await service.request(
		'request',
		'sendAndWait',
		{ signerInput: 'json', signersJson: JSON.stringify([{ email: ANN }]), options },
		{ items: [{ files: { data: { bytes: smallPdf, fileName: 'Contract.pdf' } } }], waitingBaseUrl },
	);
	const request = sandbox.store.requests[0]!;
	waiting.requestId = request.id;
	const publish = (base = waitingBaseUrl) => watch(service, { states: ['RESUME'] }, base);
	return { ...service, node, run, request, publish };
}

afterEach(() => jest.restoreAllMocks());

it('sends and waits, although no one can reach this n8n', async () => {
	const { run, request } = await startWaiting();
	expect(run.waitTill).toBeDefined();
	expect(hintsOf({ run } as never)).toContainEqual(
		expect.stringContaining('Resume Waiting Executions'),
	);
	const { error, ...others } = request.callbackUrls;
	expect(Object.values(others).filter(Boolean)).toEqual([]);
	expect(new URL(error!).hostname).toMatch(/^[0-9a-f]{16}\.n8n\.invalid$/);
});

describe('an execution is resumed once', () => {
	it.each([
		['signed', 'before the workflow with the trigger is published'],
		['signed', 'after it'],
		['declined', 'after it'],
	])('if its request is %s %s', async (outcome, when) => {
		const { sandbox, node, request, publish } = await startWaiting();
		const trigger = publish();
		const end = async () =>
			outcome === 'signed'
				? await sandbox.people.sign(request.id)
				: sandbox.people.decline(request.id);
		if (when === 'after it') {
			expect(await trigger.poll()).toEqual([]);
			expect(node.started).toEqual([]);
		}
		await end();
		const { id } = request;
		expect(await trigger.poll()).toMatchObject([{ json: { event: 'resumed', outcome, id } }]);
		expect(node.started).toMatchObject([[{ json: { outcome, id: request.id } }]]);
		node.started.length = 0;
		expect(await trigger.poll()).toEqual([]);
		trigger.restartProcess();
		expect(await trigger.poll()).toEqual([]);
		expect(node.started).toEqual([]);
	});

	it('if its callback was lost', async () => {
		const { sandbox, node, request, publish } = await startWaiting({ resumeBy: 'both' });
		sandbox.faults.add({ method: 'GET', path: '/signature-requests/{id}', status: 503, times: 1 });
		await sandbox.people.sign(request.id);
		await sandbox.settled();
		expect(node.started).toEqual([]);
		await publish().poll();
		expect(node.started).toMatchObject([[{ json: { outcome: 'signed' } }]]);
	});

	it.each([
		['n8n could not be reached', { base: 'http://127.0.0.1:1/webhook-waiting' }],
		['Skribble could not be read', { status: 503 }],
	])(
		'with the next poll if %s',
		async (_, { base, status }: { base?: string; status?: number }) => {
			const { sandbox, node, request, publish } = await startWaiting();
			await sandbox.people.sign(request.id);
			const trigger = publish(base);
			if (status) sandbox.faults.add({ path: '/signature-requests/{id}', status, times: 1 });
			await trigger.poll();
			expect(node.started).toEqual([]);
			expect(trigger.logged.join()).toContain(
				"executions couldn't continue yet after 1 ended request",
			);
			const next = publish();
			next.saved = trigger.saved;
			await next.poll();
			expect(node.started).toHaveLength(1);
		},
	);
});

describe('no execution is resumed', () => {
	/** What someone could write into the callback URL of a request of their own. */
	const forgeries: Record<string, (url: URL) => void> = {
		'another execution': (url) => (url.pathname = url.pathname.replace('/1/', '/2/')),
		'another node': (url) => (url.pathname = `${url.pathname}x`),
		'no proof': (url) => url.searchParams.delete('proof'),
		'another proof': (url) => url.searchParams.set('proof', '0'.repeat(64)),
		'another event': (url) => url.searchParams.set('event', 'success'),
		'another target': (url) => url.searchParams.set('target', '0'.repeat(32)),
		'another n8n': (url) => (url.hostname = `${'0'.repeat(16)}.n8n.invalid`),
		'an address of this n8n': (url) => (url.host = '127.0.0.1:5678'),
	};

	it.each(Object.keys(forgeries))('for a URL with %s', async (name) => {
		const { sandbox, node, request, publish } = await startWaiting();
		const url = new URL(request.callbackUrls.error!);
		forgeries[name]!(url);
		request.callbackUrls.error = url.href;
		await sandbox.people.sign(request.id);
		await publish().poll();
		expect(node.started).toEqual([]);
	});

	it('for the URL in a request of someone else', async () => {
		const { sandbox, node, request, publish } = await startWaiting();
		await sandbox.people.sign(request.id);
		request.owner = 'mallory@example.com';
		await publish().poll();
		expect(node.started).toEqual([]);
	});
});

describe('reminders', () => {
	const later = async (sandbox: Sandbox, days: number) => {
		const now = Date.now() + days * DAY_MS;
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		await sandbox.clock.advance(days * DAY_MS);
	};

	it('go out every so many days, and at most so often', async () => {
		const { sandbox, publish } = await startWaiting({
			...{ resumeBy: 'polling', remindEveryDays: 2, remindAtMost: 2 },
		});
		const trigger = publish();
		const sent: number[] = [];
		const reminded: number[] = [];
		for (const days of [0, 1.5, 1, 0.5, 1.5, 2, 2]) {
			await later(sandbox, days);
			const items = await trigger.poll();
			sent.push(sandbox.calls.count(reminders));
			reminded.push(items.length);
		}
		expect(reminded).toEqual([0, 0, 1, 0, 1, 0, 0]);
		expect(sent).toEqual([0, 0, 1, 1, 2, 2, 2]);
	});

	it('are for executions that still wait', async () => {
		const { sandbox, publish, request } = await startWaiting({ remindEveryDays: 1 });
		const trigger = publish();
		await trigger.poll();
		await later(sandbox, 1.5);
		sandbox.faults.add({ method: 'GET', path: '/signature-requests/{id}', status: 404 });
		await trigger.poll();
		expect(sandbox.calls.count(reminders)).toBe(0);
		expect(request.status).toBe('OPEN');
	});
});

it('has no test event', async () => {
	const { publish } = await startWaiting();
	await expect(publish().fetchTestEvent()).rejects.toThrow('has no test event');
});
