/** What n8n has run, as its own editor asks for it. */
import type { N8n } from '../../../scripts/n8nServer.ts';
import { owner } from '../../../scripts/n8nSettings.ts';
import { until } from './until.ts';

export interface Execution {
	id: string;
	status: 'new' | 'running' | 'waiting' | 'success' | 'error' | 'canceled' | 'crashed';
}

export interface Executions {
	/** The newest first. */
	list(workflowId: string): Promise<Execution[]>;
	/** Waits until the workflow has an execution in this state. */
	until(workflowId: string, status: Execution['status']): Promise<Execution>;
	/** Waits for the end of an execution, and answers with the names of the nodes that ran. */
	end(workflowId: string, id: string): Promise<string[]>;
	/** Everything that n8n has stored of it, as text. */
	read(id: string): Promise<string>;
}

const UNDER_WAY: Array<Execution['status']> = ['new', 'running', 'waiting'];

export async function signInto(n8n: N8n): Promise<Executions> {
	const answer = await fetch(`${n8n.address}/rest/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ emailOrLdapLoginId: owner.email, password: owner.password }),
	});
	if (!answer.ok) throw new Error(`n8n refused the login with ${answer.status}.`);
	const cookie = answer.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
	const get = async (path: string) => {
		const headers = { cookie: cookie.join('; ') };
		const response = await fetch(`${n8n.address}/rest${path}`, { headers });
		return ((await response.json()) as { data: unknown }).data;
	};
	const list: Executions['list'] = async (workflowId) => {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = (await get(`/executions?limit=100&filter=${filter}`)) as {
			results: Execution[];
		};
		return results;
	};
	const end: Executions['end'] = async (workflowId, id) => {
		await until(n8n, `end of execution ${id} of ${workflowId}`, async () =>
			(await list(workflowId)).find((one) => one.id === id && !UNDER_WAY.includes(one.status)),
		);
		const { data } = (await get(`/executions/${id}`)) as { data: string };
		return namesOfRun(data);
	};
	return {
		list,
		end,
		until: async (workflowId, status) =>
			await until(n8n, `execution of ${workflowId} that is ${status}`, async () =>
				(await list(workflowId)).find((one) => one.status === status),
			),
		read: async (id) => JSON.stringify(await get(`/executions/${id}`)),
	};
}

/** n8n stores a run as a list whose members name each other by their places in it. */
function namesOfRun(stored: string): string[] {
	const list = JSON.parse(stored) as Array<Record<string, string>>;
	const member = (from: Record<string, string> | undefined, name: string) =>
		list[Number(from?.[name])];
	return Object.keys(member(member(list[0], 'resultData'), 'runData') ?? {});
}
