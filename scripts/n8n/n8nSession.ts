/** n8n's own interface, as its editor uses it: while the server runs, and without a start of n8n for each command. */
import { ownConnection } from './n8nServer.ts';
import type { Credential, N8n, Workflow } from './n8nServer.ts';
import { owner } from './n8nSettings.ts';

export interface Session {
	get: (path: string) => Promise<unknown>;
	post: (path: string, body: object) => Promise<unknown>;
	patch: (path: string, body: object) => Promise<unknown>;
	delete: (path: string) => Promise<unknown>;
}

export async function openSession({ address }: Pick<N8n, 'address'>): Promise<Session> {
	const json = { ...ownConnection, 'content-type': 'application/json' };
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
		patch: async (path, body) => await call(path, { method: 'PATCH', body: JSON.stringify(body) }),
		delete: async (path) => await call(path, { method: 'DELETE' }),
	};
}

/** Answers with the credentials as n8n keeps them, each with an id that n8n chose. */
export async function addCredentials(n8n: N8n, credentials: Credential[]): Promise<Credential[]> {
	const session = await openSession(n8n);
	const added: Credential[] = [];
	for (const { name, type, data } of credentials) {
		const { id } = (await session.post('/credentials', { name, type, data })) as { id: string };
		added.push({ id, name, type, data });
	}
	return added;
}

/** Under their own ids. */
export async function addWorkflows(n8n: N8n, workflows: Workflow[]): Promise<void> {
	const session = await openSession(n8n);
	for (const workflow of workflows) await session.post('/workflows', workflow);
}

export async function publishAll(n8n: N8n, workflowIds: string[]): Promise<void> {
	const session = await openSession(n8n);
	for (const id of workflowIds) {
		const { versionId } = (await session.get(`/workflows/${id}`)) as { versionId: string };
		await session.post(`/workflows/${id}/activate`, { versionId });
	}
}
