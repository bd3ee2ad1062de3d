import { call, loggedIn, type Answer } from './client.ts';
import { sceneForEach, signers } from './scene.ts';
import type { Sandbox } from '../../sandbox/server.ts';

const scene = sceneForEach();

const control = async (method: string, path: string, body?: object): Promise<Answer> =>
	await call(scene.sandbox, method, `/sandbox${path}`, body);

/** A tenant as the client sees a sandbox. */
async function openTenant() {
	const { json } = await control('POST', '/tenants');
	const { id, address, username, apiKey } = json as Record<string, string>;
	const users = [{ username, apiKey, validation: true }];
	const sandbox = { address, settings: { users } } as unknown as Sandbox;
	return { id, sandbox, send: await loggedIn(sandbox) };
}

test('tenants have their own account, requests, clock and pages, and are removed', async () => {
	const [one, other] = [await openTenant(), await openTenant()];
	expect((await control('GET', '/tenants')).list.map(({ id }) => id)).toEqual([one.id, other.id]);
	const created = await one.send('POST', '/v2/signature-requests', {
		...{ title: 'Mine', content: scene.content, signatures: signers('a@example.com') },
	});
	expect(created.status).toBe(200);
	expect((await one.send('GET', '/v2/signature-requests')).list).toHaveLength(1);
	expect((await other.send('GET', '/v2/signature-requests')).list).toEqual([]);
	expect((await scene.send('GET', '/v2/signature-requests')).list).toEqual([]);

	const hour = 3_600_000;
	await call(one.sandbox, 'POST', '/sandbox/clock/advance', { ms: 1000 * hour });
	const nowOf = async ({ sandbox }: typeof one) =>
		Date.parse(String((await call(sandbox, 'GET', '/sandbox/clock')).json.now));
	expect((await nowOf(one)) - (await nowOf(other))).toBeGreaterThan(999 * hour);

	const page = await call(
		one.sandbox,
		'GET',
		new URL(String(created.json.signing_url)).pathname.replace(/^\/tenants\/\w+/, ''),
	);
	expect(page.status).toBe(200);
	const actions = [...page.text.matchAll(/action="([^"]*)"/g)].map(([, action]) => action);
	expect(actions.every((action) => action?.startsWith(`/tenants/${one.id}/app/`))).toBe(true);
	const signed = await call(one.sandbox, 'POST', `/sandbox/requests/${created.id}/sign`);
	expect(signed.json.status).toBe('SIGNED');

	expect((await control('DELETE', `/tenants/${one.id}`)).status).toBe(204);
	expect((await one.send('GET', '/v2/signature-requests')).status).toBe(404);
	expect((await other.send('GET', '/v2/signature-requests')).status).toBe(200);
	expect((await control('DELETE', `/tenants/${one.id}`)).status).toBe(404);
});

test('a tenant has no tenants', async () => {
	const { sandbox } = await openTenant();
	expect((await call(sandbox, 'POST', '/sandbox/tenants')).status).toBe(404);
});
