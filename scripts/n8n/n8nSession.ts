/** n8n's own interface, as its editor uses it: while the server runs, and without a start of n8n for each command. */
import { ownConnection } from './n8nServer.ts';
import type { Credential, N8n, Workflow } from './n8nServer.ts';
import { owner } from './n8nSettings.ts';
import type { Account } from './n8nSettings.ts';

export interface Session {
	get: (path: string) => Promise<unknown>;
	post: (path: string, body: object) => Promise<unknown>;
	patch: (path: string, body: object) => Promise<unknown>;
	delete: (path: string) => Promise<unknown>;
}

/** Where n8n listens, and who signs in; its owner if not given. */
type Door = Pick<N8n, 'address'> & { account?: Account };

/** By address and account: to compare a password takes n8n longer than most calls. */
const cookies = new Map<string, string>();

export async function openSession({ address, account = owner }: Door): Promise<Session> {
	const key = `${account.email} ${address}`;
	const cookie = cookies.get(key) ?? (await logIn(address, account));
	cookies.set(key, cookie);
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

const json = { ...ownConnection, 'content-type': 'application/json' };

async function logIn(address: string, { email, password }: Account): Promise<string> {
	const login = await fetch(`${address}/rest/login`, {
		method: 'POST',
		headers: json,
		body: JSON.stringify({ emailOrLdapLoginId: email, password }),
	});
	if (!login.ok) throw new Error(`n8n refused the login with ${login.status}.`);
	return login.headers
		.getSetCookie()
		.map((one) => one.split(';', 1)[0])
		.join('; ');
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

/** Of the session's account. */
export async function withdrawAll(n8n: N8n): Promise<void> {
	const session = await openSession(n8n);
	const filter = encodeURIComponent(JSON.stringify({ active: true }));
	const published = (await session.get(`/workflows?filter=${filter}`)) as Array<{ id: string }>;
	for (const { id } of published) await session.post(`/workflows/${id}/deactivate`, {});
}

/** Someone besides the owner, as whom the editor shows nothing of others. */
export async function addAccount(n8n: N8n, email: string): Promise<Account> {
	const session = await openSession(n8n);
	const invitations = [{ email, role: 'global:member' }];
	const [invited] = (await session.post('/invitations', invitations)) as Array<{
		user: { inviteAcceptUrl: string };
	}>;
	const token = new URL(invited!.user.inviteAcceptUrl).searchParams.get('token');
	const { password } = owner;
	await session.post('/invitations/accept', {
		token,
		password,
		firstName: 'A',
		lastName: 'Member',
	});
	return { email, password };
}
