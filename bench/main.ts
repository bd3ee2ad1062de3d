/** `npm run bench [word]`: measures, side by side in one run, as ratios, and writes them into docs/performance.md. */
import { callbackWorkflows, measureCallbacks } from './measures/callbacks.ts';
import { fileWorkflows, measureFiles } from './measures/files.ts';
import { floorWork, measureFloor } from './measures/floor.ts';
import { measureGrowth, measureGrowthOfMemory } from './measures/growth.ts';
import { measureHostileFiles } from './measures/hostileFiles.ts';
import { measureItems, measureLimit, pairs } from './measures/items.ts';
import { getMany, measureLists } from './measures/lists.ts';
import { measureLoad } from './measures/load.ts';
import { measureLogins } from './measures/logins.ts';
import { measureWaiting, waitingWorkflows } from './measures/waiting.ts';
import { measurePolling } from './measures/polling.ts';
import type { Workflow } from '../scripts/n8n/n8nServer.ts';
import { writePart } from './page.ts';
import type { Service } from './service/service.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';
import { isGoodEnough, markdownOf } from './table.ts';
import type { Row } from './table.ts';
import { benchWorkflow } from './workflow.ts';

type Measure = (stage: Stage) => Promise<Row[]> | Row[];

const measures: Record<string, Measure> = {
	items: measureItems,
	limit: measureLimit,
	floor: measureFloor,
	files: measureFiles,
	'hostile files': measureHostileFiles,
	lists: measureLists,
	polling: measurePolling,
	logins: measureLogins,
	callbacks: measureCallbacks,
	'callbacks, lazy expressions': withLazyExpressions(measureCallbacks),
	waiting: measureWaiting,
	'waiting, lazy expressions': withLazyExpressions(measureWaiting),
	load: measureLoad,
	growth: measureGrowth,
	'growth of memory': measureGrowthOfMemory,
};

function workflowsFor(service: Service): Workflow[] {
	return [
		...pairs(service).flatMap(({ ours, theirs }) => [ours, theirs].map(benchWorkflow)),
		benchWorkflow(getMany),
		benchWorkflow(floorWork(service)),
		...fileWorkflows(service),
		...callbackWorkflows(service),
		...waitingWorkflows(service),
	];
}

/**
 * n8n acquires an expression isolate before each call of a trigger, each reading of a credential there and each run; by
 * a setting of its own, only when there is an expression. In an n8n of its own, which has that setting.
 */
function withLazyExpressions(measure: Measure): Measure {
	const setting = 'N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE';
	return async () => {
		const stage = await openStage(workflowsFor, { [setting]: 'true' });
		try {
			const rows = await measure(stage);
			return rows.map((row) => ({ ...row, measure: `${row.measure}, ${setting}=true` }));
		} finally {
			await stage.close();
		}
	};
}

const [word = ''] = process.argv.slice(2);
const stage = await openStage(workflowsFor);
const rows: Row[] = [];
try {
	for (const [name, measure] of Object.entries(measures)) {
		if (!name.includes(word)) continue;
		const found = await measure(stage);
		console.log(`\n${markdownOf(found)}`);
		await writePart(name, found, Object.keys(measures));
		rows.push(...found);
	}
} finally {
	await stage.close();
}
if (!rows.every(isGoodEnough)) process.exitCode = 1;
