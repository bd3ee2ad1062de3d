import { readFileSync } from 'node:fs';

const compose = readFileSync('examples/queue/compose.yaml', 'utf8');
const page = readFileSync('docs/scale.md', 'utf8');
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
	devDependencies: Record<string, string>;
};

it('the processes of queue mode run the version that the nodes are tested with', () => {
	const [, version] = /image: n8nio\/n8n:(\S+)/.exec(compose) ?? [];
	expect(version).toBe(devDependencies['n8n-core']);
});

it('all processes of n8n share one set of settings', () => {
	const services = [...compose.matchAll(/^ {2}((?:main|webhook|worker)\S*):\n(.*)$/gm)];
	expect(services.map(([, name]) => name)).toEqual([
		'main',
		'webhook-1',
		'webhook-2',
		'worker-1',
		'worker-2',
	]);
	for (const [, , first] of services) expect(first).toBe('    <<: *n8n');
});

it('every setting that the page calls important is in the file', () => {
	const [, table = ''] = /## Settings that matter\n(.*?)\n## /s.exec(page) ?? [];
	const names = [...table.matchAll(/`((?:DB|N8N|QUEUE|WEBHOOK)_\w+)/g)].map(([, name]) => name!);
	expect(names.length).toBeGreaterThan(5);
	for (const name of names) expect(compose).toContain(`    ${name}: `);
});

it('the example reads the id of the event, and counts where all processes can see it', () => {
	const example = readFileSync('examples/queue/run-once-for-each-event.json', 'utf8');
	const { nodes } = JSON.parse(example) as {
		nodes: Array<{ type: string; parameters: Record<string, unknown> }>;
	};
	const { parameters } = nodes.find(({ type }) => type === 'n8n-nodes-base.redis')!;
	expect(parameters).toMatchObject({
		operation: 'incr',
		key: expect.stringContaining('$json.eventId') as string,
	});
});
