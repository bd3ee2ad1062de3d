/** A newer build of the package is installed, process by process, while executions wait. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RequestRecord } from '../../../sandbox/state/requestRecord.ts';
import type { PreparedN8n } from '../../e2e/support/scene.ts';
import { startAnew } from '../support/breaking.ts';
import type { Stage } from '../support/stage.ts';

const WAITS = 20;

export function update(stage: () => Stage) {
	it(`${WAITS} executions that wait go on once after an update of the package`, async () => {
		const { cluster, sandbox, figures } = stage();
		const { main, hooks, workers } = cluster;
		const requests = await stage().askForMany(WAITS, 'wait-v2');
		await stage().untilWaiting(WAITS);
		const folder = mkdtempSync(path.join(tmpdir(), 'esignature-newer-'));
		try {
			const newer = newerBuild(folder);
			// In the order of docs/operating.md; half of the requests end meanwhile.
			const half = requests.slice(0, WAITS / 2);
			for (const one of [main, ...workers, ...hooks]) {
				await one.stop();
				one.install(newer);
				if (one === workers[1]) await end(half);
				await startAnew(one);
			}
		} finally {
			rmSync(folder, { recursive: true });
		}
		await stage().untilReady();
		await end(requests.slice(WAITS / 2));
		await stage().deliver();
		const times = await stage().untilReceived('/waiting-v2', requests);
		await stage().untilEnded('wait');
		figures.push({
			what: 'waits over an update of the package, gone on once',
			number: times.filter((count) => count === 1).length,
			of: WAITS,
		});
		expect(times).toEqual(Array(WAITS).fill(1));

		async function end(some: RequestRecord[]) {
			for (const { id } of some) await sandbox.people.sign(id);
		}
	});
}

/** The package as it is, under the version that comes next. */
function newerBuild(folder: string): string {
	const { userFolder } = JSON.parse(process.env.QUEUE_N8N!) as PreparedN8n;
	const installed = path.join(userFolder, '.n8n/nodes/node_modules/n8n-nodes-esignature');
	cpSync(installed, path.join(folder, 'package'), { recursive: true });
	const manifest = path.join(folder, 'package', 'package.json');
	const { version, ...rest } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
	const next = version.replace(/\d+$/, (patch) => String(Number(patch) + 1));
	writeFileSync(manifest, JSON.stringify({ ...rest, version: next }));
	const tarball = path.join(folder, 'newer.tgz');
	execFileSync('tar', ['-czf', tarball, '-C', folder, 'package']);
	return tarball;
}
