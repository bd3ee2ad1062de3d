/**
 * Workers killed at the worst instant, and what Retry makes of it where n8n has kept the data: the workers keep their
 * folders here, and no lock runs out. What becomes of them as docs/operating.md recommends it, killed.ts shows.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openSession } from '../../../scripts/n8n/n8nSession.ts';
import type { Execution } from '../../e2e/support/executions.ts';
import { pathOf } from '../../e2e/support/workflows.ts';
import { pdfOfSize } from '../../support/files/pdf.ts';
import { someOf } from '../support/extent.ts';
import { creates, killWorkersAt, type Aim } from '../support/killing.ts';
import type { Stage } from '../support/stage.ts';

const LARGE_BYTES = 20 * 1024 * 1024;

const uploads: Aim = ({ method, path }) => method === 'POST' && /^\/v\d\/documents$/.test(path);
const downloads: Aim = ({ method, path }) =>
	method === 'GET' && /^\/v\d\/documents\/[^/]+\/content$/.test(path);

/** Answers with the execution that was under way, as n8n shows it when the workers are back. */
async function killIn(
	stage: Stage,
	{ workflow, isAim, begin }: { workflow: string; isAim: Aim; begin: () => Promise<unknown> },
): Promise<Execution> {
	const { executions, workers } = stage.cluster;
	const before = new Set((await executions(workflow)).map(({ id }) => id));
	const killed = killWorkersAt(stage, isAim);
	const begun = begin();
	await killed;
	await Promise.all(workers.map(async (one) => await one.start()));
	// The one who waits for the last node gets an answer when the run is given up.
	void begun.catch(() => undefined);
	const left = (await executions(workflow)).filter(({ id }) => !before.has(id));
	expect(left).toHaveLength(1);
	return left[0]!;
}

export function retrying(stage: () => Stage) {
	/** n8n answers when the run has ended or waits. */
	const retry = async ({ id }: Execution) => {
		const session = await openSession(stage().cluster.main);
		await session.post(`/executions/${id}/retry`, { loadWorkflow: false });
	};

	const creations = [
		['Create', 'create', 'create-v2'],
		['Send and Wait', 'wait', 'wait-v3'],
		['Create', 'create', 'create-v3'],
		['Send and Wait', 'wait', 'wait-v2'],
	] as const;

	it.each(someOf(creations, 2))(
		'%s: Retry of a run whose worker was killed goes on with the request that was sent (%s, %s)',
		async (operation, workflow, hook) => {
			const { cluster, sandbox, figures } = stage();
			const title = `killed in ${hook} ${sandbox.store.requests.length}`;
			const trigger = `${cluster.address}/webhook/${pathOf('alone')}`;
			const crashed = await killIn(stage(), {
				...{ workflow, isAim: creates },
				begin: async () => await stage().send({ hook, title, trigger }),
			});
			const sent = () => sandbox.store.requests.filter((one) => one.title === title);
			expect(sent()).toHaveLength(1);
			await retry(crashed);
			expect(sent()).toHaveLength(1);
			const [request] = sent();
			await sandbox.people.sign(request!.id);
			await stage().deliver();
			const place = workflow === 'wait' ? `/waiting-${hook.slice(-2)}` : '/alone';
			expect(await stage().untilReceived(place, [request!])).toEqual([1]);
			figures.push({
				what: `requests after kill in ${operation} (${hook}, "${crashed.status}") and Retry`,
				number: sent().length,
			});
			expect(crashed.status).toBe('crashed');
		},
	);

	const transfers = [
		['upload', uploads],
		['download', downloads],
	] as const;

	it.each(someOf(transfers, 1))(
		'a worker killed in an %s sends nothing again, and Retry ends intact',
		async (what, isAim) => {
			const { cluster, sandbox, figures } = stage();
			const [from, to] = ['in.pdf', 'out.pdf'].map((name) => path.join(cluster.files, name));
			const pdf = pdfOfSize(LARGE_BYTES);
			writeFileSync(from!, pdf);
			rmSync(to!, { force: true });
			const sent = () => sandbox.calls.count({ method: 'POST', path: '/documents' });
			const before = sent();
			const crashed = await killIn(stage(), {
				...{ workflow: 'round-trip', isAim },
				begin: async () => await fetch(`${cluster.address}/webhook/round-trip`, { method: 'POST' }),
			});
			expect(sent() - before).toBe(1);
			expect(crashed.status).toBe('crashed');
			await retry(crashed);
			expect(existsSync(to!) && readFileSync(to!).equals(pdf)).toBe(true);
			figures.push({ what: `uploads after kill in ${what} and Retry`, number: sent() - before });
		},
	);
}
