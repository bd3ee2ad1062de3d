/** What was measured, for the screen and for docs/performance.md. */
export interface Row {
	measure: string;
	ours: string;
	against: string;
	/** Ours by theirs; less is better. */
	ratio: number;
	/** The highest ratio that is good enough. */
	goal: number;
}

export function isGoodEnough({ ratio, goal }: Row): boolean {
	return ratio <= goal;
}

/** Ours beside the packages of others; enough is what the largest of them has. */
export function besideTheLargest(
	measure: string,
	values: Record<string, number>,
	unit: string,
): Row {
	const { ours, ...others } = values as { ours: number };
	const inWords = (value: number) => `${value.toFixed(1)} ${unit}`;
	const theirs = Object.entries<number>(others);
	return {
		measure,
		ours: inWords(ours),
		against: theirs.map(([name, value]) => `${name}: ${inWords(value)}`).join(', '),
		ratio: ours / Math.max(...theirs.map(([, value]) => value)),
		goal: 1,
	};
}

export function markdownOf(rows: Row[]): string {
	const lines = rows.map((row) => {
		const { measure, ours, against, ratio, goal } = row;
		const verdict = isGoodEnough(row) ? 'yes' : '**no**';
		return [measure, ours, against, ratio.toFixed(2), `≤ ${goal}`, verdict];
	});
	const head = ['Measure', 'Ours', 'Against', 'Ratio', 'Goal', 'Met'];
	return [head, head.map(() => '---'), ...lines]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}

export function median(values: number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
