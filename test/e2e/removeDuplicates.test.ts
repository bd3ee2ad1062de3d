/** The recipe of docs/callbacks.md against repeated events, as a reader would enter it in n8n's own node. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { INodeProperties, IVersionedNodeType } from 'n8n-workflow';
import type { Workflow } from '../../scripts/n8n/n8nServer.ts';
import { startScene, type PreparedN8n, type Scene } from './support/scene.ts';

const { command } = JSON.parse(process.env.PREPARED_N8N!) as PreparedN8n;
const { RemoveDuplicates } = createRequire(command)(
	'n8n-nodes-base/dist/nodes/Transform/RemoveDuplicates/RemoveDuplicates.node.js',
) as { RemoveDuplicates: new () => IVersionedNodeType };
const { properties } = new RemoveDuplicates().getNodeType().description;

const page = readFileSync('docs/callbacks.md', 'utf8');
const [, recipe = ''] = /\n## Drop repeated events\n(.*)/s.exec(page) ?? [];
const [, ...rows] = [...recipe.matchAll(/^\| ([A-Z].*?) +\| (.*?) +\|$/gm)].map(
	([, label, value]) => [label!, value!] as const,
);

/** What n8n saves under a label with a value, both as the page names them. */
function entry(label: string, value: string, fields: INodeProperties[]): Record<string, unknown> {
	const [first, ...inside] = label.split(' → ');
	const field = fields.find(({ displayName }) => displayName === first)!;
	if (inside.length > 0) {
		return { [field.name]: entry(inside.join(' → '), value, field.options as INodeProperties[]) };
	}
	if (field.type === 'string') return { [field.name]: `=${value.replaceAll('`', '')}` };
	const option = field.options!.find(({ name }) => name === value) as { value: string };
	return { [field.name]: option.value };
}

const entered = (table: Array<readonly [label: string, value: string]>) =>
	Object.assign({}, ...table.map((row) => entry(...row, properties))) as Record<string, unknown>;

const clearing = 'Clear Deduplication History';

const kept = entered(rows);
const emptied = entered([
	['Operation', clearing],
	...rows.filter(([label]) => label === 'Options → Scope'),
]);

const webhook = (path: string) => ({
	...{ id: path, name: path, webhookId: path, type: 'n8n-nodes-base.webhook', typeVersion: 2 },
	parameters: { path, responseMode: 'lastNode', options: {} },
});

const removeDuplicates = (name: string, parameters: Record<string, unknown>) => ({
	...{ id: name, name, type: 'n8n-nodes-base.removeDuplicates', typeVersion: 2, parameters },
});

const workflow = {
	id: 'remove-duplicates',
	name: 'Remove duplicates',
	nodes: [
		webhook('event'),
		{
			...{ id: 'item', name: 'item', type: 'n8n-nodes-base.set', typeVersion: 3.4 },
			parameters: { mode: 'raw', jsonOutput: '={{ JSON.stringify($json.query) }}', options: {} },
		},
		removeDuplicates('kept', kept),
		webhook('night'),
		removeDuplicates('emptied', emptied),
	].map((node, index) => ({ ...node, position: [index * 200, 0] })),
	connections: {
		event: { main: [[{ node: 'item', type: 'main', index: 0 }]] },
		item: { main: [[{ node: 'kept', type: 'main', index: 0 }]] },
		night: { main: [[{ node: 'emptied', type: 'main', index: 0 }]] },
	},
	settings: { executionOrder: 'v1' },
} as unknown as Workflow;

let scene: Scene;

beforeAll(async () => {
	scene = await startScene({ workflows: [workflow] });
	for (const path of ['event', 'night']) await scene.n8n.untilListening(path);
});

afterAll(async () => await scene?.close());

const call = async (path: string) =>
	await (await fetch(`${scene.n8n.address}/webhook/${path}`)).text();

it('lets an event pass once, and again after the history was emptied', async () => {
	expect(recipe).toContain(`**${clearing}**`);
	const passed: string[] = [];
	for (const eventId of ['one', 'two', 'one', 'one']) {
		passed.push(await call(`event?eventId=${eventId}`));
	}
	expect(passed[0]).toContain('one');
	expect(passed[1]).toContain('two');
	expect(passed.slice(2).join()).not.toContain('one');
	await call('night');
	expect(await call('event?eventId=one')).toContain('one');
});
