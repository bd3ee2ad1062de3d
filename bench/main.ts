/** `npm run bench`: all measures, side by side in one run, as ratios; writes docs/performance.md. */
import { measureItems, measureLimit, pairs } from './measures/items.ts';
import { openStage } from './stage.ts';
import { isGoodEnough, markdownOf } from './table.ts';
import type { Row } from './table.ts';

const stage = await openStage((service) =>
	pairs(service).flatMap(({ ours, theirs }) => [ours, theirs]),
);
try {
	const rows: Row[] = [];
	for (const measure of [measureItems, measureLimit]) rows.push(...(await measure(stage)));
	console.log(markdownOf(rows));
	if (!rows.every(isGoodEnough)) process.exitCode = 1;
} finally {
	await stage.close();
}
