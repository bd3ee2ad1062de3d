import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readFlags } from '../../sandbox/flags.ts';

const read = (name: string) => readFileSync(path.join(__dirname, '../../sandbox', name), 'utf8');
const container = read('Containerfile');
const compose = read('compose.yaml');

/** The list in brackets behind a word. */
function listBehind(word: string, text: string): string[] {
	const [, list = ''] = new RegExp(`${word}:?\\s+(\\[[^\\]]*\\])`).exec(text) ?? [];
	return JSON.parse(list.replaceAll("'", '"').replace(/,\s*\]/, ']')) as string[];
}

test('the container and the services beside it start the sandbox with flags that it knows', () => {
	const [command, ...fixed] = listBehind('ENTRYPOINT', container);
	const options = readFlags([...fixed, ...listBehind('command', compose)]);
	expect(command).toBe('esignature-sandbox');
	expect(options).toMatchObject({
		host: '0.0.0.0',
		allowedHosts: ['sandbox'],
		// Nobody outside of the container could control it otherwise.
		controlKey: '${SANDBOX_CONTROL_KEY:-local-control-key}',
	});
	expect(compose).toContain(`sandbox:${options?.dataFolder}\n`);
	expect(container).toContain(`EXPOSE ${options?.port}\n`);
	expect(container).toContain(`VOLUME ${options?.dataFolder}\n`);
	expect(compose).toContain(`127.0.0.1:${options?.port}:${options?.port}`);
	expect(compose).toMatch(/^ {2}sandbox:$/m);
});

test('n8n is the version that the nodes are tested with', () => {
	const manifest = JSON.parse(read('../package.json')) as {
		devDependencies: Record<string, string>;
	};
	const [, version] = /image: n8nio\/n8n:(\S+)/.exec(compose) ?? [];
	expect(version).toBe(manifest.devDependencies['n8n-core']);
});
