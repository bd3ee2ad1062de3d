import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'esignature-progress-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function lock(...names: string[]) {
	const packages: Record<string, object> = { '': {} };
	for (const name of names) packages[name] = {};
	packages['node_modules/elsewhere'] = { optional: true };
	packages['node_modules/tests-alone'] = { dev: true };
	writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }));
}

/** What is said at the beginning, and after each arrival. */
function said(...arrivals: string[]): string[] {
	const script = path.resolve('test/scripts/watchArrivals.mjs');
	const output = execFileSync(process.execPath, [script, folder, ...arrivals]);
	return output.toString().split('\n').slice(0, -1);
}

it('counts the packages of an installation, and nothing beside it', () => {
	lock('node_modules/one', 'node_modules/one/node_modules/two', 'node_modules/three');
	expect(said('node_modules/one', 'node_modules/one/node_modules/two')).toEqual([
		': 0 of 3 packages so far',
		': 1 of 3 packages so far',
		': 2 of 3 packages so far',
	]);
});

it('says nothing where no lock file shows what will come', () => {
	expect(said('node_modules/one')).toEqual(['', '']);
});
