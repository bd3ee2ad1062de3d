import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { call } from '../client.ts';
import { NOON, sceneForAll, setScene } from '../scene.ts';
import { rawCall, statusOf } from './rawCall.ts';

const scene = sceneForAll();

test.each([
	['a page', '/', 200],
	['a path that does not exist', '/nowhere', 404],
	['a path that cannot be decoded', '/v2/documents/%zz', 400],
	['a path with too long a part', `/v2/documents/${'a'.repeat(200)}`, 414],
])('every answer is dated, and never taken for another type: %s', async (_what, path, status) => {
	const answer = await call(scene.sandbox, 'GET', path);
	expect(answer.status).toBe(status);
	expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
	expect(answer.headers.get('date')).toBe(new Date(NOON).toUTCString());
});

test.each([
	['headers that are too long', `X: ${'a'.repeat(20_000)}`, '431 '],
	['what is not HTTP', 'no header', '400 '],
])(
	'%s are refused, and the answer is never taken for another type',
	async (_what, line, status) => {
		const socket = connect(Number(new URL(scene.sandbox.address).port), '127.0.0.1');
		socket.end(`GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n${line}\r\n\r\n`);
		const answer = await text(socket);
		expect(answer).toContain(`HTTP/1.1 ${status}`);
		expect(answer).toContain('X-Content-Type-Options: nosniff');
	},
);

test('HEAD is answered like GET, without the body', async () => {
	const [get, head] = [
		await call(scene.sandbox, 'GET', '/'),
		await call(scene.sandbox, 'HEAD', '/'),
	];
	expect([head.status, head.text]).toEqual([200, '']);
	expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
});

const statusAs = (host: string, path = '/management/health', { sandbox } = scene) =>
	statusOf(rawCall(sandbox, 'GET', path, { host }).end());

describe('The name by which it is called', () => {
	test.each(['127.0.0.1', 'localhost', 'LOCALHOST:1234', '[::1]:8377', '127.0.0.1:80'])(
		'may be %s',
		async (host) => {
			expect(await statusAs(host)).toBe(200);
		},
	);

	test.each([
		'evil.example',
		'evil.example:8377',
		'localhost.evil.example',
		'10.0.0.1',
		'127.0.0.1.',
	])('may not be %s, which a page could lead to this machine', async (host) => {
		for (const path of ['/management/health', '/', '/v2/documents', '/app/assets/style.css']) {
			expect(await statusAs(host, path)).toBe(421);
		}
	});

	test('may be that of its public address, and others that were allowed', async () => {
		const own = await setScene({ publicUrl: 'https://sign.example/', allowedHosts: ['sandbox'] });
		const statuses = ['sign.example', 'sandbox:8377', 'other.example'].map((host) =>
			statusAs(host, '/management/health', own),
		);
		expect(await Promise.all(statuses)).toEqual([200, 200, 421]);
		await own.close();
	});

	test('may be every number, and no name, when it listens everywhere', async () => {
		const own = await setScene({ host: '0.0.0.0' });
		expect(await statusAs('10.0.0.1:8377', '/', own)).toBe(200);
		expect(await statusAs('evil.example', '/', own)).toBe(421);
		await own.close();
	});
});
