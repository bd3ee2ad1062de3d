import { readFileSync } from 'node:fs';
import { recommendedConnections, recommendedSettings } from '../queue/support/recommended.ts';

const compose = readFileSync('examples/queue/compose.yaml', 'utf8');
const page = readFileSync('docs/scale.md', 'utf8');

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
	const names = [...table.matchAll(/`((?:DB|EXECUTIONS|N8N|OFFLOAD|QUEUE)_\w+)/g)].map(
		([, name]) => name!,
	);
	expect(names.length).toBeGreaterThan(5);
	for (const name of names) expect(compose).toContain(`    ${name}: `);
});

const settings = recommendedSettings();
const numberIn = (text: string) => Number(/\d+/.exec(text)![0]);

it('the queue tests run with what the file sets, and with nothing else of n8n', () => {
	expect(settings).toMatchObject({
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		QUEUE_WORKER_LOCK_DURATION: '60000',
		N8N_METRICS: 'true',
		N8N_METRICS_INCLUDE_QUEUE_METRICS: 'true',
		N8N_METRICS_INCLUDE_DB_POOL_METRICS: 'true',
		EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all',
		EXECUTIONS_DATA_PRUNE_MAX_COUNT: '0',
	});
	expect(compose).toContain("    N8N_PROXY_HOPS: '1'\n");
	expect(() => recommendedSettings(['N8N_NO_SUCH_SETTING'])).toThrow('N8N_NO_SUCH_SETTING');
});

it('n8n has the time that it takes to end its work, and Docker waits longer', () => {
	const [, grace] = /stop_grace_period: (\d+)s/.exec(compose)!;
	expect(Number(settings.N8N_GRACEFUL_SHUTDOWN_TIMEOUT)).toBeGreaterThan(33);
	expect(Number(grace)).toBeGreaterThan(Number(settings.N8N_GRACEFUL_SHUTDOWN_TIMEOUT));
});

it('PostgreSQL takes the connections of all processes', () => {
	const processes = [...compose.matchAll(/^ {4}<<: \*n8n$/gm)].length;
	const needed = processes * Number(settings.DB_POSTGRESDB_POOL_SIZE);
	expect(numberIn(recommendedConnections())).toBeGreaterThan(needed);
	expect(page).toContain(`\`${recommendedConnections()}\``);
});

it('another version of the package is installed beside the one that runs', () => {
	expect(compose).toMatch(/^ {2}nodes:\n {4}name: n8n-nodes-esignature-\$\{NODES_VERSION:/m);
	expect(compose).toContain('/tarballs/n8n-nodes-esignature-${NODES_VERSION:');
});

it('the proxy shows the metrics to no one', () => {
	const caddyfile = readFileSync('examples/queue/Caddyfile', 'utf8');
	const [before] = caddyfile.slice(caddyfile.indexOf(':8080 {')).split('reverse_proxy');
	expect(before).toMatch(/handle \/metrics\* \{\s+respond 404\s+\}/);
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
