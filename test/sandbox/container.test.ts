import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readFlags } from '../../sandbox/flags.ts';
import { freePort } from '../../scripts/n8n/freePort.ts';
import { effort } from '../support/jest/random.ts';
import { linkPackages } from './linkedPackages.ts';

const root = path.join(__dirname, '../..');
const read = (name: string) => readFileSync(path.join(root, 'sandbox', name), 'utf8');
const container = read('Containerfile');
const compose = read('compose.yaml');

/** The list in brackets behind a word. */
function listBehind(word: string, text: string): string[] {
	const [, list = ''] = new RegExp(`${word}:?\\s+(\\[[^\\n]*\\]|\\[[^\\]]*\\])`).exec(text) ?? [];
	return JSON.parse(list.replace(/,\s*\]/, ']')) as string[];
}

test('the container and the services beside it start the sandbox with flags that it knows', () => {
	const [, , ...fixed] = listBehind('ENTRYPOINT', container);
	const command = listBehind('command', compose.replaceAll("'", '"'));
	const options = readFlags([...fixed, ...command]);
	expect(options).toMatchObject({
		host: '0.0.0.0',
		n8nUrl: 'http://localhost:5678',
		// No one outside of the container could control it otherwise.
		controlKey: '${SANDBOX_CONTROL_KEY:-local-control-key}',
	});
	expect(compose).toContain(`sandbox:${options?.dataFolder}\n`);
	expect(container).toContain(`EXPOSE ${options?.port}\n`);
	expect(container).toContain(`VOLUME ${options?.dataFolder}\n`);
	expect(container).toContain('USER node\n');
	expect(compose).toContain(`127.0.0.1:${options?.port}:${options?.port}`);
	// The credential refuses plain http under any other name than localhost.
	expect(compose).toContain('network_mode: service:sandbox\n');
});

const [, base = ''] = /^FROM (\S+)$/m.exec(container) ?? [];
/** `npm run test:random` brings the packages too, and builds the image where an engine has its base already. */
const isWhole = effort > 1;
const engine = ['docker', 'podman'].find(
	(name) => isWhole && spawnSync(name, ['image', 'inspect', base]).status === 0,
);

test(
	'it brings a sandbox that starts and is healthy, from the clone alone',
	engine ? asImage : stepByStep,
	600_000,
);

/** Where there is no container engine: /app and /data are folders, and the steps are run as they stand. */
async function stepByStep() {
	const home = mkdtempSync(path.join(tmpdir(), 'container-'));
	const port = String(await freePort());
	const here = (text: string) =>
		text
			.replaceAll('/app', path.join(home, 'app'))
			.replaceAll('/data', path.join(home, 'data'))
			.replaceAll('8377', port);
	mkdirSync(path.join(home, 'app'));
	// Others than root may not give files away; the user of the container is no part of this.
	const asUser = (command: string) =>
		process.getuid?.() === 0 ? command : command.replace(/ && chown \S+ \S+/, '');
	for (const [, step, rest = ''] of container.matchAll(/^(COPY|RUN) (.*)$/gm)) {
		const cwd = path.join(home, 'app');
		if (step === 'COPY') copy(rest.split(' '), cwd);
		else if (rest.startsWith('npm ci ') && !isWhole) linkPackages(cwd);
		else
			execFileSync('sh', ['-c', asUser(here(rest)).replace(' && npm cache clean --force', '')], {
				cwd,
				// Without the guard: what the image holds comes from npm's registry.
				env: { ...process.env, NODE_OPTIONS: undefined },
				stdio: 'pipe',
			});
	}
	const [, ...start] = listBehind('ENTRYPOINT', container).map(here);
	const sandbox = spawn(process.execPath, start, { cwd: home });
	try {
		const [output] = (await once(sandbox.stdout, 'data')) as [Buffer];
		expect(String(output)).toContain('"ready":true');
		const [, ...check] = listBehind('HEALTHCHECK CMD', container).map(here);
		execFileSync(process.execPath, check);
	} finally {
		sandbox.kill();
		await once(sandbox, 'exit');
		rmSync(home, { recursive: true });
	}
}

/** It runs without root. */
async function asImage() {
	const docker = (...args: string[]) =>
		execFileSync(engine!, args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
	const from = ['--network', 'host', '--file', 'sandbox/Containerfile', '.'];
	const image = docker('build', '--quiet', ...from);
	const name = `esignature-sandbox-${process.pid}`;
	const published = ['--publish', '127.0.0.1::8377'];
	const running = spawn(engine!, ['run', '--rm', '--name', name, ...published, image]);
	try {
		const [output] = (await once(running.stdout, 'data')) as [Buffer];
		expect(String(output)).toContain('"ready":true');
		expect(docker('exec', name, 'id', '-u')).toBe('1000');
		docker('exec', name, ...listBehind('HEALTHCHECK CMD', container));
		const response = await fetch(`http://${docker('port', name, '8377')}/management/health`);
		expect(response.status).toBe(200);
	} finally {
		docker('rm', '--force', '--volumes', name);
		docker('rmi', '--force', image);
	}
}

function copy(names: string[], target: string) {
	const to = path.join(target, names.at(-1) ?? '');
	for (const name of names.slice(0, -1)) {
		const isFolder = names.at(-1)?.endsWith('/');
		cpSync(path.join(root, name), isFolder ? path.join(to, path.basename(name)) : to, {
			recursive: true,
			filter: (file) => !/\/(node_modules|dist)$/.test(file),
		});
	}
}
