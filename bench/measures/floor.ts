/** Our Get beside the least that a node can do: what is left is ours, and not n8n's. */
import type { Stage } from '../stage.ts';
import { median } from '../table.ts';
import type { Row } from '../table.ts';
import { pairs } from './items.ts';
import type { Pair } from './items.ts';
import type { Service } from '../service/service.ts';
import type { Work } from '../workflow.ts';

const ROUNDS = 5;
const LATENCIES_MS = [0, 50];

export function floorWork(service: Service): Work {
	const [{ ours }] = pairs(service) as [Pair];
	const { requestId } = ours.node.parameters;
	const parameters = { requestId };
	return { ...ours, id: 'floor-get', node: { type: 'CUSTOM.floor', typeVersion: 1, parameters } };
}

export async function measureFloor({ service, run }: Stage): Promise<Row[]> {
	const [{ name, ours }] = pairs(service) as [Pair];
	const floor = floorWork(service);
	const rows: Row[] = [];
	for (const latencyMs of LATENCIES_MS) {
		await service.become({ latencyMs });
		const timesMs: Record<'ours' | 'floor', number[]> = { ours: [], floor: [] };
		for (let round = 0; round <= ROUNDS; round++) {
			const [mine, least] = [await run(ours), await run(floor)];
			for (const { error } of [mine, least]) if (error) throw new Error(`${name}: ${error}`);
			if (round === 0) continue;
			timesMs.ours.push(mine.ms);
			timesMs.floor.push(least.ms);
		}
		const [mine, least] = [median(timesMs.ours), median(timesMs.floor)];
		rows.push({
			measure: `${name}, latency ${latencyMs} ms, beside a minimal node`,
			ours: `${mine} ms`,
			against: `minimal node: ${least} ms`,
			ratio: mine / least,
			goal: 1.2,
		});
	}
	return rows;
}
