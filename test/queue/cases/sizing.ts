/** What one worker and two workers get through; SIZING says how many creates and callbacks each time, for all workers. */
import { pathOf } from '../../e2e/support/flows.ts';
import { presentBytes } from '../support/cluster.ts';
import { startAnew } from '../support/breaking.ts';
import type { Stage } from '../support/stage.ts';

const COUNT = Number(process.env.SIZING ?? 1_000);
const CALLERS = 20;

export function sizing(stage: () => Stage) {
	it.each([1, 2])(
		`${COUNT} creates and ${COUNT} callbacks with %s of two workers`,
		async (running) => {
			const { cluster, sandbox, figures } = stage();
			const { workers } = cluster;
			for (const one of workers) await one.stop();
			// With an empty memory each time.
			for (const one of workers.slice(0, running)) await startAnew(one);
			const trigger = `${cluster.address}/webhook/${pathOf('first')}`;

			const creating = performance.now();
			await stage().askInTurn({ count: COUNT, callers: CALLERS, hook: 'create-v2', trigger });
			const creates = perSecond(creating);
			const requests = sandbox.store.requests.slice(-COUNT);

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
			const callbacks = perSecond(calling);

			const memory = workers.slice(0, running).map((one) => Math.round(presentBytes(one) / 1e6));
			figures.push(
				{ what: `creates per second, workers: ${running}`, number: creates },
				{ what: `callbacks per second, workers: ${running}`, number: callbacks },
				{
					what: `MB per worker, which shared ${2 * COUNT} executions, workers: ${running}`,
					number: memory.join(),
				},
			);
			for (const one of workers.slice(running)) await startAnew(one);
		},
		7_200_000,
	);
}

const perSecond = (sinceMs: number) =>
	Math.round((COUNT / (performance.now() - sinceMs)) * 10_000) / 10;
