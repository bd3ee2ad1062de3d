import { fillIn, retryAfterMs } from '../../../../sandbox/requests/notices/callbacks.ts';
import { cert, key } from './certificate.ts';
import { startReceiver, type Receiver } from '../../receiver.ts';
import { DAY, HOUR, MINUTE, setScene, signers, type Scene } from '../../scene.ts';

let scene: Scene;
let receiver: Receiver;

beforeAll(async () => {
	receiver = await startReceiver();
	scene = await setScene({ tokenLifetimesMs: { v2: 365 * DAY } });
});
beforeEach(() => {
	receiver.received.length = 0;
	receiver.answers.length = 0;
});
afterAll(async () => {
	await scene.close();
	await receiver.close();
});

const urls = () => ({
	callback_success_url: `${receiver.address}/success`,
	callback_update_url: `${receiver.address}/update`,
	callback_error_url: `${receiver.address}/error`,
});
const open = async (version = 'v2', more: object = {}) =>
	(
		await scene.open(version, {
			signatures: signers('a@example.com', 'b@example.com'),
			...urls(),
			...more,
		})
	).id;
const called = async () => {
	await scene.sandbox.settled();
	return receiver.received.map(({ url }) => url);
};
const logOf = async (id: string) =>
	(await scene.send('GET', `/v2/signature-requests/${id}/callbacks`)).list;

test('callbacks to a path get lost, so many times, and count as delivered', async () => {
	const { faults, people } = scene.sandbox;
	faults.add({ callback: 'lost', path: '/error', times: 1 });
	const [lost, other] = [await open(), await open()];
	people.decline(lost);
	await scene.sandbox.settled();
	people.decline(other);
	expect(await called()).toEqual(['/error']);
	const delivered = { type: 'error', state: 'COMPLETED', attempts: 1, messages: ['HTTP 200'] };
	expect(await logOf(lost)).toMatchObject([delivered]);
	expect(await logOf(other)).toMatchObject([delivered]);
});

test('callbacks that are kept back are sent in their order, so many at a time', async () => {
	const { sandbox } = scene;
	const { people, store } = sandbox;
	const ids = [await open(), await open(), await open()];
	const send = sandbox.holdCallbacks();
	for (const id of ids) people.decline(id);
	const states = () => ids.map((id) => store.request(id)!.callbacks[0]!.state);
	expect(await logOf(ids[0]!)).toMatchObject([{ state: 'OPEN' }]);
	expect(receiver.received).toEqual([]);
	send(1);
	for (let look = 0; look < 500 && states()[0] === 'OPEN'; look++) await logOf(ids[0]!);
	expect(states()).toEqual(['COMPLETED', 'OPEN', 'OPEN']);
	expect(receiver.received).toHaveLength(1);
	send();
	expect(await called()).toHaveLength(3);
	expect(states()).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
	people.decline(await open());
	expect(await called()).toHaveLength(4);
});

describe('Events (interface.md 6)', () => {
	test('nothing is called when a request expires', async () => {
		const today = new Date(scene.sandbox.clock.now()).toISOString().slice(0, 10);
		await open('v3', { expires_at: today });
		await scene.sandbox.clock.advance(DAY);
		expect(await called()).toEqual([]);
	});

	test('a call is POST with text/plain and no body, where a URL is set', async () => {
		await scene.sandbox.people.sign(await open('v2', { callback_update_url: undefined }));
		expect(await called()).toEqual([]);
		await scene.sandbox.people.sign(await open());
		await scene.sandbox.settled();
		const call = { method: 'POST', url: '/update', contentType: 'text/plain', body: '' };
		expect(receiver.received).toEqual([{ ...call, certificate: undefined }]);
	});
});

describe('Repeated callbacks', () => {
	test('what is not answered with 2xx comes again, at the interval and as Retry-After says', async () => {
		const id = await open();
		receiver.answers.push({ status: 500 }, { status: 503, headers: { 'retry-after': '60' } });
		await scene.sandbox.people.sign(id);
		await scene.sandbox.settled();
		expect(receiver.received).toHaveLength(1);
		await scene.sandbox.clock.advance(10 * MINUTE - 1);
		expect(receiver.received).toHaveLength(1);
		await scene.sandbox.clock.advance(1);
		expect(receiver.received).toHaveLength(2);
		expect(await logOf(id)).toMatchObject([{ state: 'OPEN', attempts: 2 }]);
		await scene.sandbox.clock.advance(MINUTE);
		expect(receiver.received).toHaveLength(3);
		await scene.sandbox.clock.advance(HOUR);
		expect(receiver.received).toHaveLength(3);
		const messages = ['HTTP 500', 'HTTP 503', 'HTTP 200'];
		expect(await logOf(id)).toMatchObject([
			{ type: 'update', state: 'COMPLETED', url: `${receiver.address}/update`, messages },
		]);
	});

	test.each([
		['an interval of 0', undefined, 0],
		['Retry-After: 0', { 'retry-after': '0' }, 10 * MINUTE],
		['a date that has passed', { 'retry-after': 'Wed, 31 Dec 1969 00:00:00 GMT' }, 10 * MINUTE],
	])('%s means once a second, not at once', async (_what, headers, callbackRetryMs) => {
		scene.sandbox.settings.callbackRetryMs = callbackRetryMs;
		const id = await open();
		receiver.answers.push(...Array.from({ length: 9 }, () => ({ status: 503, headers })));
		await scene.sandbox.people.sign(id);
		await scene.sandbox.settled();
		await scene.sandbox.clock.advance(3000);
		expect(receiver.received).toHaveLength(4);
		receiver.answers.length = 0;
		await scene.sandbox.clock.advance(1000);
		expect(await logOf(id)).toMatchObject([{ state: 'COMPLETED', attempts: 5 }]);
	});

	test('a receiver that stays away is given up', async () => {
		const id = await open('v2', { callback_update_url: 'http://127.0.0.1:1/' });
		await scene.sandbox.people.sign(id);
		await scene.sandbox.settled();
		await scene.sandbox.clock.advance(3 * HOUR);
		expect(await logOf(id)).toMatchObject([{ state: 'RESIGNATED', attempts: 13 }]);
	});
});

describe('Parts of a callback', () => {
	const values = { SIGNATURE_REQUEST_ID: 'R', DOCUMENT_ID: 'D', SIGNATURE_ID: undefined };
	test.each([
		['http://x/?SERVICE_SIGNATURE_REQUEST_ID=SERVICE_DOCUMENT_ID', 'SERVICE', 'http://x/?R=D'],
		['http://x/SERVICE_DOCUMENT_ID/SERVICE_DOCUMENT_ID', 'SERVICE', 'http://x/D/D'],
		['http://x/?a=Service_Document_Id', 'SERVICE', 'http://x/?a=Service_Document_Id'],
		['http://x/?a=SERVICE_DOCUMENT_ID', 'SKRIBBLE', 'http://x/?a=SERVICE_DOCUMENT_ID'],
		['http://x/?a=SKRIBBLE_DOCUMENT_ID', 'SKRIBBLE', 'http://x/?a=D'],
		['http://x/?a=SERVICE_SIGNATURE_ID', 'SERVICE', 'http://x/?a=SERVICE_SIGNATURE_ID'],
		['http://x/?a=%20b&a', 'SERVICE', 'http://x/?a=%20b&a'],
	])('%s with the prefix %s is called as %s', (template, prefix, url) => {
		expect(fillIn(template, prefix, values)).toBe(url);
	});

	test.each([
		['30', 30_000],
		['Thu, 01 Jan 1970 00:01:00 GMT', 59_000],
		['Wed, 31 Dec 1969 00:00:00 GMT', 0],
		['soon', undefined],
		[undefined, undefined],
	])('Retry-After: %s waits %s ms', (header, ms) => {
		expect(retryAfterMs(header, 1_000)).toBe(ms);
	});
});

test.each([
	['with its certificate when it has one', { key, cert, ca: cert }, ['Callback sender']],
	['and fails without', { ca: cert }, []],
])(
	'Mutual TLS (interface.md 5) a receiver that asks for a certificate is called %s',
	async (_title, callbackTls, names) => {
		const guarded = await startReceiver({ key, cert, ca: cert });
		const caller = await setScene({ callbackTls });
		const { id } = await caller.create('v2', {
			signatures: signers('a@example.com'),
			callback_success_url: `${guarded.address}/`,
		});
		await caller.sandbox.people.sign(id);
		await caller.sandbox.settled();
		expect(guarded.received.map(({ certificate }) => certificate)).toEqual(names);
		await caller.close();
		await guarded.close();
	},
);
