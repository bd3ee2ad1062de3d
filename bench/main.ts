/** `npm run bench [word]`: measures, side by side in one run, as ratios, and writes them into docs/performance.md. */
import { callbackWorkflows, measureCallbacks } from './measures/callbacks.ts';
import { fileWorkflows, measureFiles } from './measures/files.ts';
import { floorWork, measureFloor } from './measures/floor.ts';
import { measureGrowth } from './measures/growth.ts';
import { measureItems, measureLimit, pairs } from './measures/items.ts';
import { getMany, measureLists } from './measures/lists.ts';
import { measureLoad } from './measures/load.ts';
import { measureLogins } from './measures/logins.ts';
import { measureParked, parkedWorkflows } from './measures/parked.ts';
import { measurePolling } from './measures/polling.ts';
import { writePart } from './page.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';
import { isGoodEnough, markdownOf } from './table.ts';
import type { Row } from './table.ts';
import { benchWorkflow } from './workflow.ts';

const measures: Record<string, (stage: Stage) => Promise<Row[]> | Row[]> = {
	items: measureItems,
	limit: measureLimit,
	floor: measureFloor,
	files: measureFiles,
	lists: measureLists,
	polling: measurePolling,
	logins: measureLogins,
	callbacks: measureCallbacks,
	parked: measureParked,
	load: measureLoad,
	growth: measureGrowth,
};

const [word = ''] = process.argv.slice(2);
const stage = await openStage((service) => [
	...pairs(service).flatMap(({ ours, theirs }) => [ours, theirs].map(benchWorkflow)),
	benchWorkflow(getMany),
	benchWorkflow(floorWork(service)),
	...fileWorkflows(service),
	...callbackWorkflows(service),
	...parkedWorkflows(service),
]);
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
