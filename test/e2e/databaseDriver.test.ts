import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PreparedN8n } from './support/scene.ts';

const DRIVER = 'sqlite3';
const { command } = JSON.parse(process.env.PREPARED_N8N!) as PreparedN8n;
const n8n = path.resolve(path.dirname(command), '..', '..');

let folder: string;
let server: Server;
let readyMade: Buffer | undefined;
let asked: string[];

/** A machine without a compiler, and the driver as npm brings it: without machine code. */
beforeEach(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'esignature-driver-'));
	const modules = path.join(folder, 'node_modules');
	mkdirSync(modules);
	cpSync(path.join(n8n, DRIVER), path.join(modules, DRIVER), {
		recursive: true,
		filter: (file) => path.basename(file) !== 'build',
	});
	for (const name of ['bindings', 'prebuild-install']) {
		symlinkSync(path.join(n8n, name), path.join(modules, name));
	}
	asked = [];
	server = createServer((request, response) => {
		asked.push(request.url!);
		response.statusCode = readyMade ? 200 : 404;
		response.end(readyMade);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
});

afterEach(() => {
	server.close();
	rmSync(folder, { recursive: true });
});

async function makeLoadable(): Promise<{ failed: boolean; said: string }> {
	const { port } = server.address() as AddressInfo;
	const env = {
		PATH: path.join(folder, 'nothing-here'),
		[`npm_config_${DRIVER}_binary_host`]: `http://127.0.0.1:${port}`,
		npm_config_cache: path.join(folder, 'cache'),
	};
	const script = path.resolve('test/e2e/support/makeLoadable.mjs');
	return await new Promise((resolve) =>
		execFile(process.execPath, [script, DRIVER, folder], { env }, (error, output, errors) =>
			resolve({ failed: error !== null, said: output + errors }),
		),
	);
}

it('is taken ready made, which needs no compiler', async () => {
	const archive = ['-czf', '-', '-C', path.join(n8n, DRIVER), 'build/Release/node_sqlite3.node'];
	readyMade = execFileSync('tar', archive, { maxBuffer: 1e9 });
	const { failed, said } = await makeLoadable();
	expect(said).not.toContain('Compiling');
	expect(failed).toBe(false);
	expect(asked).toHaveLength(1);
});

it('is compiled where there is none, and says what that needs', async () => {
	readyMade = undefined;
	const { failed, said } = await makeLoadable();
	expect(failed).toBe(true);
	expect(said).toMatch(/could not be fetched ready made.*missing: python3, make, c\+\+/);
	expect(asked).toHaveLength(1);
});
