/** How time and memory grow with items, pages and bytes, as the exponent of a power: 1 is twice as much for twice the work. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pdfOfSize } from '../../test/support/files/pdf.ts';
import type { Heap } from '../heap.ts';
import type { Stage } from '../stage.ts';
import { median } from '../table.ts';
import type { Row } from '../table.ts';
import type { Work } from '../workflow.ts';
import { works } from './files.ts';
import { pairs } from './items.ts';
import type { Pair } from './items.ts';
import { getMany } from './lists.ts';

const ROUNDS = 5;
/** Nothing else that the machine does counts here. */
const MEMORY_ROUNDS = 3;
const MOST = 1.05;
const MIB = 2 ** 20;

interface Growth {
	what: string;
	sizes: number[];
	unit: string;
	/** The work of such a size, with everything laid out for it. */
	workOf: (stage: Stage, size: number) => Promise<Work> | Work;
}

const growths: Growth[] = [
	{
		what: 'Get',
		sizes: [250, 500, 1_000, 2_000],
		unit: 'items',
		workOf: ({ service }, size) => {
			const [{ ours }] = pairs(service) as [Pair];
			const items = Array.from({ length: size }, (_, at) => ours.items[at % ours.items.length]!);
			return { ...ours, items };
		},
	},
	{
		what: 'Get Many',
		sizes: [2_500, 5_000, 10_000, 20_000],
		unit: 'requests',
		workOf: async ({ service }, finished) => {
			await service.become({ finished });
			return getMany;
		},
	},
	{
		what: 'Upload',
		sizes: [14, 28, 56, 112],
		unit: 'MiB',
		workOf: ({ n8n }, sizeMib) => {
			const file = path.join(n8n.files, 'bench.pdf');
			writeFileSync(file, pdfOfSize(sizeMib * MIB));
			return { ...works[0]!, items: [{ file }] };
		},
	},
];

export async function measureGrowth(stage: Stage): Promise<Row[]> {
	const rows: Row[] = [];
	for (const growth of growths) {
		await stage.service.become({});
		rows.push(rowOf(growth, 'time', 'ms', await timesOf(stage, growth)));
	}
	return rows;
}

/** After all that is timed, because n8n stands still at each look. */
export async function measureGrowthOfMemory(stage: Stage): Promise<Row[]> {
	const rows: Row[] = [];
	const heap = await stage.openHeap();
	for (const growth of growths) {
		await stage.service.become({});
		rows.push(rowOf(growth, 'memory', 'MiB', await needsOf(stage, growth, heap)));
	}
	heap.close();
	return rows;
}

function rowOf(
	{ what, sizes, unit }: Growth,
	measured: string,
	measuredIn: string,
	points: Point[],
): Row {
	const exponent = exponentOf(points);
	return {
		measure: `${what}: growth of ${measured} over ${sizes.join(', ')} ${unit}`,
		ours: `${points.map(({ value }) => value).join(', ')} ${measuredIn}: exponent ${exponent.toFixed(2)}`,
		against: 'linear: exponent 1',
		ratio: exponent,
		goal: MOST,
	};
}

/** What else the machine does only ever adds; in one round all sizes do the same work, so that it hits them alike. */
async function timesOf(stage: Stage, { sizes, workOf }: Growth): Promise<Point[]> {
	const points = sizes.map((size) => ({ size, value: Infinity }));
	const largest = Math.max(...sizes);
	for (let round = 0; round < ROUNDS; round++) {
		for (const point of points) {
			const times = Math.round(largest / point.size);
			let totalMs = 0;
			for (let time = 0; time < times; time++) {
				const { ms, error } = await stage.run(await workOf(stage, point.size));
				if (error) throw new Error(error);
				totalMs += ms;
			}
			point.value = Math.min(point.value, Math.round(totalMs / times));
		}
	}
	return points;
}

/** Below one, in MiB, is what n8n itself does meanwhile. */
async function needsOf(stage: Stage, { sizes, workOf }: Growth, heap: Heap): Promise<Point[]> {
	const points: Point[] = [];
	for (const size of sizes) {
		const needs: number[] = [];
		for (let round = 0; round < MEMORY_ROUNDS; round++) {
			const work = await workOf(stage, size);
			needs.push(await heap.neededFor(async () => await stage.start(work)));
		}
		points.push({ size, value: Math.max(1, Math.round(median(needs) / MIB)) });
	}
	return points;
}

interface Point {
	size: number;
	value: number;
}

/** The slope of the straight line through the logarithms, by least squares. */
function exponentOf(points: Point[]): number {
	const [xs, ys] = [
		points.map(({ size }) => Math.log(size)),
		points.map(({ value }) => Math.log(value)),
	];
	const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
	const [x, y] = [mean(xs), mean(ys)];
	const together = xs.reduce((sum, one, at) => sum + (one - x) * (ys[at]! - y), 0);
	return together / xs.reduce((sum, one) => sum + (one - x) ** 2, 0);
}
