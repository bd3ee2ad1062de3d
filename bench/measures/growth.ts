/** How time grows with items, pages and bytes, as the exponent of a power: 1 is twice the time for twice the work. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pdfOfSize } from '../../test/support/pdf.ts';
import type { Measured, Stage } from '../stage.ts';
import type { Row } from '../table.ts';
import { works } from './files.ts';
import { pairs } from './items.ts';
import type { Pair } from './items.ts';
import { getMany } from './lists.ts';

const ROUNDS = 5;
const MOST = 1.05;
const MIB = 2 ** 20;

interface Growth {
	what: string;
	sizes: number[];
	unit: string;
	run: (stage: Stage, size: number) => Promise<Measured>;
}

const growths: Growth[] = [
	{
		what: 'Get',
		sizes: [250, 500, 1_000, 2_000],
		unit: 'items',
		run: async (stage, size) => {
			const [{ ours }] = pairs(stage.service) as [Pair];
			const items = Array.from({ length: size }, (_, at) => ours.items[at % ours.items.length]!);
			return await stage.run({ ...ours, items });
		},
	},
	{
		what: 'Get Many',
		sizes: [2_500, 5_000, 10_000, 20_000],
		unit: 'requests',
		run: async (stage, finished) => {
			await stage.service.become({ finished });
			return await stage.run(getMany);
		},
	},
	{
		what: 'Upload',
		sizes: [14, 28, 56, 112],
		unit: 'MiB',
		run: async (stage, sizeMib) => {
			const file = path.join(stage.n8n.files, 'bench.pdf');
			writeFileSync(file, pdfOfSize(sizeMib * MIB));
			return await stage.run({ ...works[0]!, items: [{ file }] });
		},
	},
];

export async function measureGrowth(stage: Stage): Promise<Row[]> {
	const rows: Row[] = [];
	for (const { what, sizes, unit, run } of growths) {
		await stage.service.become({});
		const points = await fastestOf(sizes, async (size) => await run(stage, size));
		const exponent = exponentOf(points);
		rows.push({
			measure: `${what}: growth over ${sizes.join(', ')} ${unit}`,
			ours: `${points.map(({ ms }) => ms).join(', ')} ms: exponent ${exponent.toFixed(2)}`,
			against: 'linear: exponent 1',
			ratio: exponent,
			goal: MOST,
		});
	}
	return rows;
}

/** What else the machine does only ever adds; in one round all sizes do the same work, so that it hits them alike. */
async function fastestOf(
	sizes: number[],
	run: (size: number) => Promise<Measured>,
): Promise<Point[]> {
	const points = sizes.map((size) => ({ size, ms: Infinity }));
	const largest = Math.max(...sizes);
	for (let round = 0; round < ROUNDS; round++) {
		for (const point of points) {
			const times = Math.round(largest / point.size);
			let totalMs = 0;
			for (let time = 0; time < times; time++) {
				const { ms, error } = await run(point.size);
				if (error) throw new Error(error);
				totalMs += ms;
			}
			point.ms = Math.min(point.ms, Math.round(totalMs / times));
		}
	}
	return points;
}

interface Point {
	size: number;
	ms: number;
}

/** The slope of the straight line through the logarithms, by least squares. */
function exponentOf(points: Point[]): number {
	const [xs, ys] = [points.map(({ size }) => Math.log(size)), points.map(({ ms }) => Math.log(ms))];
	const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
	const [x, y] = [mean(xs), mean(ys)];
	const together = xs.reduce((sum, one, at) => sum + (one - x) * (ys[at]! - y), 0);
	return together / xs.reduce((sum, one) => sum + (one - x) ** 2, 0);
}
