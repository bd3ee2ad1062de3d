import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { call } from '../client.ts';
import { NOON, sceneForAll } from '../scene.ts';

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
