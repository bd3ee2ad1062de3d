/** The table of docs/compatibility.md is the list: what n8n 3.0 removes is in no example and on no other page. */
import { globSync, readFileSync } from 'node:fs';

const PAGE = 'docs/compatibility.md';
const [, section = ''] = readFileSync(PAGE, 'utf8').split('\n## n8n 3.0\n');
const rows = [...section.matchAll(/^\|(.+)\|$/gm)]
	.map(([, cells]) => cells!.split('|').map((cell) => cell.trim()))
	.slice(2);
const removed = rows.flatMap(([change, , words = '']) =>
	[...words.matchAll(/`([^`]+)`/g)].map(([, word]) => ({ change, word: word! })),
);

const files = globSync([
	'{README,CONTRIBUTING}.md',
	'docs/*.md',
	'examples/**/*.{json,yaml,md}',
	'sandbox/*.{md,yaml}',
]).filter((file) => file !== PAGE);

interface Workflow {
	nodes: Array<{ type: string; parameters: Record<string, unknown> }>;
}

/** A workflow as the table names its parts: JSON without spaces, and each parameter with the type of its node. */
function asInTable(workflow: Workflow): string {
	const parameters = workflow.nodes.flatMap(({ type, parameters: all }) =>
		Object.entries(all).map(([name, value]) => `${type} "${name}":${JSON.stringify(value)}`),
	);
	return [JSON.stringify(workflow), ...parameters].join('\n');
}

function removedIn(text: string): string[] {
	const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
	return removed
		.filter(({ word }) =>
			new RegExp(String.raw`(?<![A-Za-z\d]_?)${escaped(word)}(?!_?[A-Za-z\d])`).test(text),
		)
		.map(({ word }) => word);
}

it('the table has every change with what to do, and the words that it removes', () => {
	expect(rows.length).toBeGreaterThanOrEqual(15);
	for (const [change, meaning] of rows) {
		expect(change).not.toBe('');
		expect(meaning).not.toBe('');
	}
	expect(section).toContain('N8N_UNVERIFIED_PACKAGES_ENABLED=true');
});

it('finds what n8n 3.0 removes, and nothing else', () => {
	const node = { type: 'n8n-nodes-base.executeWorkflow', parameters: { mode: 'each' } };
	expect(removedIn(asInTable({ nodes: [node] }))).toEqual([
		'n8n-nodes-base.executeWorkflow "mode":"each"',
	]);
	expect(removedIn('start it with `WEBHOOK_URL`, or `N8N_WEBHOOK_URL`')).toEqual(['WEBHOOK_URL']);
});

it.each(files)('%s uses nothing that n8n 3.0 removes', (file) => {
	const text = readFileSync(file, 'utf8');
	const isWorkflow = file.endsWith('.json');
	expect(removedIn(isWorkflow ? asInTable(JSON.parse(text) as Workflow) : text)).toEqual([]);
});
