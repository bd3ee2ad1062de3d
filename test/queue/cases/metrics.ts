/** The metrics that docs/operating.md names are there with the settings that it names. */
import { readFileSync } from 'node:fs';
import type { Stage } from '../support/stage.ts';

const page = readFileSync('docs/operating.md', 'utf8');
const namesIn = (pattern: RegExp) => [
	...new Set([...page.matchAll(pattern)].map(([name]) => name)),
];

export function metrics(stage: () => Stage) {
	it('n8n has every metric to alert on', async () => {
		const answer = await fetch(`${stage().cluster.main.address}/metrics`);
		const shown = await answer.text();
		const named = namesIn(/\bn8n_[a-z_]+/g);
		expect(named.length).toBeGreaterThan(2);
		expect(named.filter((name) => !shown.includes(`\n${name}`))).toEqual([]);
	});
}
