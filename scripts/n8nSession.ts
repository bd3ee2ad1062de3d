/** n8n's own interface, as its editor uses it. */
import type { N8n } from './n8nServer.ts';
import { owner } from './n8nSettings.ts';

export interface Session {
	get: (path: string) => Promise<unknown>;
	post: (path: string, body: object) => Promise<unknown>;
}

export async function openSession({ address }: Pick<N8n, 'address'>): Promise<Session> {
	const json = { 'content-type': 'application/json' };
	const login = await fetch(`${address}/rest/login`, {
		method: 'POST',
		headers: json,
		body: JSON.stringify({ emailOrLdapLoginId: owner.email, password: owner.password }),
	});
	if (!login.ok) throw new Error(`n8n refused the login with ${login.status}.`);
	const cookie = login.headers
		.getSetCookie()
		.map((one) => one.split(';', 1)[0])
		.join('; ');
	const call = async (path: string, init: RequestInit) => {
		const headers = { ...json, cookie };
		const answer = await fetch(`${address}/rest${path}`, { ...init, headers });
		if (!answer.ok) {
			throw new Error(`n8n answered ${path} with ${answer.status}: ${await answer.text()}`);
		}
		return ((await answer.json()) as { data: unknown }).data;
	};
	return {
		get: async (path) => await call(path, { method: 'GET' }),
		post: async (path, body) => await call(path, { method: 'POST', body: JSON.stringify(body) }),
	};
}

/** While the server runs, which takes no start of n8n for each. */
export async function publishAll(n8n: N8n, workflowIds: string[]): Promise<void> {
	const session = await openSession(n8n);
	for (const id of workflowIds) {
		const { versionId } = (await session.get(`/workflows/${id}`)) as { versionId: string };
		await session.post(`/workflows/${id}/activate`, { versionId });
	}
}
