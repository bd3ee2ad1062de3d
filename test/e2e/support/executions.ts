/** What n8n has run, as its own editor asks for it. */
import type { N8n, Run } from '../../../scripts/n8n/n8nServer.ts';
import { openSession } from '../../../scripts/n8n/n8nSession.ts';
import { until } from './until.ts';

export interface Execution {
	id: string;
	status: 'new' | 'running' | 'waiting' | 'success' | 'error' | 'canceled' | 'crashed';
}

export interface Executions {
	/** The newest hundred, the newest first. */
	list(workflowId: string): Promise<Execution[]>;
	/** All, the newest first. */
	listAll(workflowId: string): Promise<Execution[]>;
	/** Waits until the workflow has an execution in this state, or until this one is. */
	until(workflowId: string, status: Execution['status'], id?: string): Promise<Execution>;
	/** Waits for the end of an execution, and answers with the names of the nodes that ran. */
	end(workflowId: string, id: string): Promise<string[]>;
	/** Everything that n8n has stored of it, as text. */
	read(id: string): Promise<string>;
}

const UNDER_WAY: Array<Execution['status']> = ['new', 'running', 'waiting'];

export async function signInto(n8n: N8n): Promise<Executions> {
	const { get } = await openSession(n8n);
	const page = async (workflowId: string, cursor?: string) => {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const from = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
		return (await get(`/executions?limit=100&filter=${filter}${from}`)) as {
			results: Execution[];
			nextCursor?: string | null;
		};
	};
	const list: Executions['list'] = async (workflowId) => (await page(workflowId)).results;
	const listAll: Executions['listAll'] = async (workflowId) => {
		const all: Execution[] = [];
		for (let cursor: string | undefined; ;) {
			const { results, nextCursor } = await page(workflowId, cursor);
			all.push(...results);
			if (!nextCursor) return all;
			cursor = nextCursor;
		}
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
		listAll,
		end,
		until: async (workflowId, status, id) =>
			await until(n8n, `execution of ${workflowId} that is ${status}`, async () =>
				(await list(workflowId)).find(
					(one) => one.status === status && (id === undefined || one.id === id),
				),
			),
		read: async (id) => JSON.stringify(await get(`/executions/${id}`)),
	};
}

/** Runs a workflow by hand, as the editor does, from its manual or schedule trigger; an error is an answer too. */
export async function runByHand(n8n: N8n, workflowId: string): Promise<Run> {
	const { get, post } = await openSession(n8n);
	const { nodes } = (await get(`/workflows/${workflowId}`)) as {
		nodes: Array<{ name: string; type: string }>;
	};
	const { name } = nodes.find(({ type }) => /\.(manual|schedule)Trigger$/.test(type))!;
	const { executionId } = (await post(`/workflows/${workflowId}/run`, {
		triggerToStartFrom: { name },
	})) as { executionId: string };
	return await until(n8n, `end of execution ${executionId}`, async () => {
		const { status, data } = (await get(`/executions/${executionId}`)) as Stored;
		return UNDER_WAY.includes(status)
			? undefined
			: { status, data: readStored(data) as Run['data'] };
	});
}

interface Stored {
	status: Execution['status'];
	data: string;
}

function namesOfRun(stored: string): string[] {
	const { resultData } = readStored(stored) as Run['data'];
	return Object.keys(resultData?.runData ?? {});
}

/** n8n stores a run as a list whose members name each other by their places in it, as text. */
function readStored(stored: string): unknown {
	const list = JSON.parse(stored) as unknown[];
	const known = new Map<number, unknown>();
	const at = (place: number): unknown => {
		if (known.has(place)) return known.get(place);
		const value = list[place];
		if (typeof value !== 'object' || value === null) return value;
		const read: Record<string, unknown> = Array.isArray(value) ? ([] as never) : {};
		known.set(place, read);
		for (const [name, member] of Object.entries(value)) {
			read[name] = typeof member === 'string' ? at(Number(member)) : member;
		}
		return read;
	};
	return at(0);
}
