import { call } from '../client.ts';
import { NOON, setScene, type Scene } from '../scene.ts';

let scene: Scene;
beforeAll(async () => {
	scene = await setScene();
});
afterAll(async () => await scene.close());

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
