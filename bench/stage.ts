/** A real n8n with our packed package beside the plain service, and runs of workflows that are measured in it. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../scripts/n8n/freePort.ts';
import { N8n } from '../scripts/n8n/n8nServer.ts';
import type { Workflow } from '../scripts/n8n/n8nServer.ts';
import { signInto } from '../test/e2e/support/executions.ts';
import type { Executions } from '../test/e2e/support/executions.ts';
import { prepareN8n } from '../test/e2e/support/preparedN8n.mjs';
import { publishAll } from '../scripts/n8n/n8nSession.ts';
import { openHeap } from './heap.ts';
import type { Heap } from './heap.ts';
import { startService } from './service/service.ts';
import type { Service } from './service/service.ts';
import { credentialFor } from './workflow.ts';
import type { Work } from './workflow.ts';

export interface Stage {
	service: Service;
	n8n: N8n;
	/** What n8n needs, once it is asked for. */
	openHeap: () => Promise<Heap>;
	executions: Executions;
	/** Runs a piece of work once, and waits for its end. */
	start: (work: Work) => Promise<void>;
	/** The same, and returns what became of the measured node. */
	run: (work: Work) => Promise<Measured>;
	close: () => Promise<void>;
}

export interface Measured {
	/** Of the measured node alone. */
	ms: number;
	/** Undefined when all went well. */
	error?: string;
	items: number;
}

/** What the measured node left behind, as n8n stores it. */
interface NodeRun {
	executionTime: number;
	error?: { message: string };
	data?: { main: unknown[][] };
}

/** `settings` are n8n's. */
export async function openStage(
	workflowsFor: (service: Service) => Workflow[],
	settings: Record<string, string> = {},
): Promise<Stage> {
	const service = await startService();
	const { command, userFolder } = await prepareN8n();
	const inspectPort = await freePort();
	const n8n = new N8n({
		command,
		userFolder,
		port: await freePort(),
		env: {
			N8N_CUSTOM_EXTENSIONS: path.join(import.meta.dirname, 'floor'),
			NODE_OPTIONS: `--inspect-port=${inspectPort}`,
			...settings,
		},
	});
	const close = async () => {
		await n8n.stop();
		service.close();
		rmSync(userFolder, { recursive: true });
	};
	try {
		const workflows = workflowsFor(service);
		await n8n.importCredentials([credentialFor(service.address)]);
		await n8n.importWorkflows(workflows);
		await n8n.start();
		await publishAll(
			n8n,
			workflows.map(({ id }) => id),
		);
		const executions = await signInto(n8n);
		const start: Stage['start'] = async (work) => await callWith(n8n, work);
		const run: Stage['run'] = async (work) => {
			await start(work);
			return await newestOf(executions, work);
		};
		return {
			service,
			n8n,
			openHeap: async () => await n8n.whileAlive(async () => await openHeap(n8n.pid, inspectPort)),
			executions,
			close,
			start,
			run,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

async function callWith(n8n: N8n, { id, items }: Work): Promise<void> {
	await n8n.whileAlive(async () => {
		const answer = await fetch(`${n8n.address}/webhook/${id}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ items }),
		});
		await answer.text();
	});
}

async function newestOf(executions: Executions, { id }: Work): Promise<Measured> {
	const [execution] = await executions.list(id);
	await executions.end(id, execution!.id);
	const { data } = JSON.parse(await executions.read(execution!.id)) as { data: string };
	const [nodeRun] = nodeRunsOf(data);
	if (!nodeRun) throw new Error(`The measured node of ${id} did not run.`);
	const { executionTime: ms, error, data: output } = nodeRun;
	return { ms, error: error?.message, items: output?.main[0]?.length ?? 0 };
}

/** n8n stores a run as a list whose members name each other by their places in it. */
function nodeRunsOf(stored: string): NodeRun[] {
	const list = JSON.parse(stored) as unknown[];
	const unfold = (value: unknown, depth: number): unknown => {
		if (depth === 0 || typeof value !== 'object' || value === null) return value;
		const member = (one: unknown) =>
			unfold(typeof one === 'string' ? list[Number(one)] : one, depth - 1);
		if (Array.isArray(value)) return value.map(member);
		return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, member(one)]));
	};
	const run = unfold(list[0], 8) as { resultData: { runData: { Measured?: NodeRun[] } } };
	return run.resultData.runData.Measured ?? [];
}
