/** What one worker and two workers get through; SIZING says how many creates and callbacks there are for each worker. */
import type { N8n } from '../../../scripts/n8n/n8nServer.ts';
import { pathOf } from '../../e2e/support/workflows.ts';
import { presentBytes } from '../support/cluster.ts';
import { startAnew } from '../support/breaking.ts';
import type { Stage } from '../support/stage.ts';

const COUNT = Number(process.env.SIZING ?? 1_000);
const CALLERS = 20;

export function sizing(stage: () => Stage) {
	it.each([1, 2])(
		`${COUNT} creates and ${COUNT} callbacks for each, with %s of two workers`,
		async (running) => {
			const count = COUNT * running;
			const { cluster, sandbox, figures } = stage();
			const { workers } = cluster;
			for (const one of workers) await one.stop();
			// With an empty memory each time.
			for (const one of workers.slice(0, running)) await startAnew(one);
			const trigger = `${cluster.address}/webhook/${pathOf('first')}`;

			const create = async (some: number) =>
				await stage().askInTurn({ count: some, callers: CALLERS, hook: 'create-v2', trigger });
			const creating = performance.now();
			await create(count);
			const creates = perSecond(count, creating);
			const requests = sandbox.store.requests.slice(-count);

			const calling = performance.now();
			const left = requests.values();
			const endEach = async () => {
				for (const { id } of left) {
					sandbox.people.decline(id);
					await stage().until(
						`run for ${id}`,
						() => stage().timesReceived('/first', id) > 0 || undefined,
					);
				}
			};
			// So many at a time; with all at once the service would lose its patience, and call again after minutes.
			await Promise.all(Array.from({ length: CALLERS }, endEach));
			const callbacks = perSecond(count, calling);

			const busy = workers.slice(0, running);
			// They do not share evenly: the memory of each is that after so many of its own.
			while (busy.some((one) => executionsOf(one) < 2 * COUNT)) await create(CALLERS);
			const memory = busy.map(
				(one) => `${Math.round(presentBytes(one) / 1e6)} MB after ${executionsOf(one)}`,
			);
			figures.push(
				{ what: `creates per second, workers: ${running}`, number: creates },
				{ what: `callbacks per second, workers: ${running}`, number: callbacks },
				{
					what: `memory per worker after its executions, workers: ${running}`,
					number: memory.join(),
				},
			);
			for (const one of workers.slice(running)) await startAnew(one);
		},
		7_200_000,
	);
}

const perSecond = (count: number, sinceMs: number) =>
	Math.round((count / (performance.now() - sinceMs)) * 10_000) / 10;

/** That it has begun since it was started, as it says itself. */
function executionsOf({ words }: N8n): number {
	return new Set([...words.matchAll(/started execution (\d+)/g)].map(([, id]) => id)).size;
}
