import type { IncomingMessage, ServerResponse } from 'node:http';
import { smallPdf } from '../../../../support/files/pdf';
import { signers } from '../../../../support/service/requestOperation';
import { expectNoSecret } from '../../../../support/service/secrets';
import { byId, secretsOf, startService, type Service } from '../../../../support/service/service';
import { ANN, setStage } from '../../../../support/service/triggerStage';
import { serve } from '../../../../support/service/serve';

const READ = { path: '/signature-requests/{id}', status: 503 };

async function repeat(
	service: Pick<Service, 'request' | 'engine'>,
	requestId: string,
	{ apiVersion = 'v2', options = {} } = {},
) {
	const form = { apiVersion, requestId: byId(requestId), options };
	const result = await service.request('request', 'repeatCallback', form);
	if (result.error) throw result.error;
	expectNoSecret(result, secretsOf(service.engine));
	expect(JSON.stringify(result.outputs)).not.toMatch(/proof|nonce|webhook|127\.0\.0\.1/);
	return result.outputs[0]![0]!.json;
}

/** The callback of the service meets an n8n that cannot read the request. */
async function lose({ sandbox }: Pick<Service, 'sandbox'>, end: () => Promise<unknown> | void) {
	sandbox.faults.add(READ);
	await end();
	await sandbox.settled();
	sandbox.faults.clear();
}

const SEND_AND_WAIT = {
	type: 'eSignatureRequest',
	parameters: { resource: 'request', operation: 'sendAndWait' },
};

/** Sends a request whose callbacks go to this node. */
async function sendTo({ request, sandbox }: Service, { address }: { address: string }) {
	const { run } = await request(
		'request',
		'sendAndWait',
		{ signerInput: 'json', signersJson: JSON.stringify([{ email: ANN }]) },
		{
			items: [{ files: { data: { bytes: smallPdf, fileName: 'contract.pdf' } } }],
			waitingBaseUrl: `${new URL(address).origin}/webhook-waiting`,
		},
	);
	expect(run.status).toBe('waiting');
	return sandbox.store.requests.at(-1)!;
}

describe('Repeat Callback', () => {
	it.each([
		['v2', 'contract'],
		['v3', 'public'],
	] as const)('starts the trigger once (%s, %s)', async (apiVersion, dialect) => {
		const stage = await setStage({}, { dialect });
		const id = await stage.create({ apiVersion });
		await lose(stage, async () => await stage.sandbox.people.sign(id));
		expect(stage.trigger.started).toEqual([]);
		const about = { id, title: 'contract', status: 'SIGNED' };
		const again = async () => await repeat(stage, id, { apiVersion });
		expect(await again()).toMatchObject({ ...about, result: 'delivered' });
		expect(await again()).toMatchObject({ ...about, result: 'alreadyHandled' });
		expect(stage.trigger.started).toHaveLength(1);
		expect(stage.trigger.started[0]![0]!.json).toMatchObject({
			event: 'success',
			outcome: 'signed',
		});
	});

	it('counts an event that is not ticked as handled', async () => {
		const stage = await setStage({ events: ['error'] });
		const id = await stage.create();
		await lose(stage, async () => await stage.sandbox.people.sign(id));
		expect(await repeat(stage, id)).toMatchObject({ result: 'alreadyHandled' });
		expect(stage.trigger.started).toEqual([]);
	});

	it('wakes a waiting execution, and leaves one alone that waits for another request', async () => {
		const service = await startService();
		const waiting: { requestId?: string } = {};
		const node = await service.engine.listen({ ...SEND_AND_WAIT, waiting: [waiting] });
		const { id } = await sendTo(service, node);
		await lose(service, async () => await service.sandbox.people.sign(id));
		waiting.requestId = crypto.randomUUID();
		expect(await repeat(service, id)).toMatchObject({ result: 'alreadyHandled' });
		expect(node.started).toEqual([]);
		waiting.requestId = id;
		expect(await repeat(service, id)).toMatchObject({ result: 'delivered' });
		expect(node.started[0]![0]!.json).toMatchObject({ id, outcome: 'signed' });
	});

	it('leaves an execution waiting that waits for another request too', async () => {
		const service = await startService();
		const other = await service.addRequest('v2', signers(ANN));
		const waiting = [{ requestId: '' }, { requestId: other.id }];
		const node = await service.engine.listen({ ...SEND_AND_WAIT, waiting });
		const { id } = await sendTo(service, node);
		waiting[0]!.requestId = id;
		await lose(service, async () => await service.sandbox.people.sign(id));
		expect(await repeat(service, id)).toMatchObject({ result: 'stillOpen' });
		expect(node.started).toEqual([]);
	});
});

type Handler = (response: ServerResponse, request: IncomingMessage) => unknown;

const answering =
	(status: number, body = '', headers = {}): Handler =>
	(response) =>
		response.writeHead(status, headers).end(body);
const marked = (value: string) => answering(200, '', { 'x-esignature-callback': value });
const conflict = (message: string) => answering(409, JSON.stringify({ code: 409, message }));

/** A receiver for callbacks; what the service itself calls is answered with 200 and not noted. */
async function receive() {
	const receiver = { address: '', answer: undefined as Handler | undefined, calls: [] as string[] };
	receiver.address = await serve((request, response) => {
		if (!receiver.answer) return response.end();
		receiver.calls.push(`${request.method} ${request.url}`);
		return receiver.answer(response, request);
	});
	return receiver;
}

/** A request that was signed, with callbacks to a receiver; its address is in the store of the service. */
async function signedFor(receiver: { address: string }, more = {}) {
	const stage = await setStage();
	const id = await stage.create({
		callbackAddress: `${receiver.address}/webhook/e-signature`,
		...more,
	});
	await stage.sandbox.people.sign(id);
	await stage.sandbox.settled();
	return { stage, id, stored: stage.sandbox.store.request(id)! };
}

describe('the answer to a repeated callback', () => {
	const answers: Array<[string, Handler, object]> = [
		['our header', marked('started'), { result: 'delivered' }],
		['our header of a waiting node', marked('received'), { result: 'delivered' }],
		['a known event', marked('known'), { result: 'alreadyHandled' }],
		['an event that is not ticked', marked('unticked'), { result: 'alreadyHandled' }],
		['an n8n that starts', answering(200, 'n8n is starting up'), { result: 'unreachable' }],
		[
			'an execution that has gone on',
			conflict('The execution "7 has finished already.'),
			{ result: 'alreadyHandled' },
		],
		[
			'an execution that has failed',
			conflict('The execution "7" has finished with error.'),
			{ result: 'refused', httpStatus: 409 },
		],
		[
			'an execution that is running',
			conflict('The execution "7" is running already.'),
			{ result: 'refused', httpStatus: 409 },
		],
		['no such webhook', answering(404, '{}'), { result: 'refused', httpStatus: 404 }],
		['a failure', answering(500), { result: 'refused', httpStatus: 500 }],
		[
			'a redirect',
			answering(307, '', { location: '/other' }),
			{ result: 'refused', httpStatus: 307 },
		],
		['a cut connection', (response) => response.destroy(), { result: 'unreachable' }],
		['silence', () => undefined, { result: 'unreachable' }],
		[
			'an answer that never ends',
			(response) => response.writeHead(409).write('The execution'),
			{ result: 'unreachable' },
		],
	];

	it('says what became of it', async () => {
		const receiver = await receive();
		const { stage, id, stored } = await signedFor(receiver);
		const { pathname, search } = new URL(stored.callbacks[0]!.url);
		for (const [answered, answer, expected] of answers) {
			receiver.answer = answer;
			receiver.calls.length = 0;
			// On a busy machine an answer may take longer.
			const timeoutSeconds = /silence|never ends/.test(answered) ? 1 : 30;
			const options = { timeoutSeconds };
			const { title, status, signedDocumentId, fileName, ...json } = await repeat(stage, id, {
				options,
			});
			expect({ answered, ...json }).toEqual({ answered, id, ...expected });
			expect([title, status]).toEqual(['contract', 'SIGNED']);
			expect(fileName).toBe(`contract ${id}.pdf`);
			expect(signedDocumentId).toBeDefined();
			expect(receiver.calls).toEqual([`POST ${pathname}${search}`]);
		}
	});
});

describe('no callback is repeated', () => {
	type Stored = Awaited<ReturnType<typeof signedFor>>['stored'];
	/** In each case, what is changed of the request and its addresses. */
	const cases: Array<[string, string, (stored: Stored, other: string) => void]> = [
		[
			'on another host',
			'noCallback',
			({ callbackUrls }, other) => {
				const success = new URL(callbackUrls.success!);
				callbackUrls.success = success.href.replace(success.origin, other);
			},
		],
		...(
			[
				['on another path', '/webhook/', '/admin/webhook/'],
				['with a user that another client has added', '://', '://user:password@'],
				['with a wrong proof', /proof=[0-9a-f]{4}/, 'proof=0000'],
			] as const
		).map(([title, from, to]): (typeof cases)[number] => [
			title,
			'noCallback',
			({ callbackUrls }) => {
				callbackUrls.success = callbackUrls.success!.replace(from, to);
			},
		]),
		[
			'with the address of another event',
			'noCallback',
			({ callbackUrls }) => (callbackUrls.success = callbackUrls.error),
		],
		[
			'of a request of others that we may read',
			'noCallback',
			(stored) => {
				stored.readAccess.push(stored.owner);
				stored.owner = 'eve@example.com';
			},
		],
		['where there is none', 'noCallback', (stored) => (stored.callbackUrls.success = undefined)],
		['of a request that has expired', 'noCallback', (stored) => (stored.status = 'EXPIRED')],
		['of a request that is open', 'stillOpen', (stored) => (stored.status = 'OPEN')],
		['of a draft', 'stillOpen', (stored) => (stored.status = 'DRAFT')],
	];

	it('wherever its address could be of someone else, or nothing is due', async () => {
		const [receiver, other] = [await receive(), await receive()];
		const { stage, id, stored } = await signedFor(receiver);
		receiver.answer = other.answer = marked('started');
		const before = structuredClone(stored);
		for (const [repeated, result, change] of cases) {
			Object.assign(stored, structuredClone(before));
			change(stored, other.address);
			const { result: answered } = await repeat(stage, id);
			expect({ repeated, result: answered }).toEqual({ repeated, result });
		}
		expect([...receiver.calls, ...other.calls]).toEqual([]);
		Object.assign(stored, before);
		expect(await repeat(stage, id)).toMatchObject({ result: 'delivered' });
	});

	it('to an address of your own', async () => {
		const receiver = await receive();
		const callbackSuccessUrl = `${receiver.address}/hook?event=success&request=1`;
		const { stage, id } = await signedFor(receiver, { callbacks: 'manual', callbackSuccessUrl });
		receiver.answer = marked('started');
		expect(await repeat(stage, id)).toMatchObject({ result: 'noCallback' });
		expect(receiver.calls).toEqual([]);
	});
});
