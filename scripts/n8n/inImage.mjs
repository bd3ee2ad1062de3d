/**
 * n8n's command, in n8n's image: `node inImage.mjs start` with N8N_IMAGE set. Files and ports are those of this machine, so
 * that callers see no difference. Untried: it was written on a machine without Docker.
 */
import { spawn } from 'node:child_process';

/** Of this machine, and other ones in the image. */
const OWN = new Set([
	...['PATH', 'HOME', 'TMPDIR'],
	...['NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'N8N_IMAGE'],
]);

const { N8N_IMAGE, N8N_USER_FOLDER } = process.env;
const settings = Object.keys(process.env).filter((name) => !OWN.has(name));
const owner = process.getuid ? ['--user', `${process.getuid()}:${process.getgid()}`] : [];
const docker = spawn(
	'docker',
	[
		...['run', '--rm', '--init', '--network', 'host', ...owner],
		...['--volume', `${N8N_USER_FOLDER}:${N8N_USER_FOLDER}`, '--workdir', N8N_USER_FOLDER],
		// The values come from our own environment: they don't show in the list of processes.
		...settings.flatMap((name) => ['--env', name]),
		...[N8N_IMAGE, ...process.argv.slice(2)],
	],
	{ stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => docker.kill(signal));
docker.on('error', ({ message }) => {
	console.error(`n8n's image can't be run: ${message}`);
	process.exitCode = 1;
});
docker.on('exit', (code, signal) => (process.exitCode = code ?? (signal ? 1 : 0)));
