import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { groupOf, membersOf, untilGroupEnded } from '../support/machine/processGroup.ts';

const script = path.resolve('test/scripts/startStubborn.ts');

it.each(['SIGKILL', 'SIGINT', 'SIGTERM'] as const)(
	'nothing of a guarded command is left when the process that started it ends by %s',
	async (signal) => {
		const folder = mkdtempSync(path.join(tmpdir(), 'esignature-guard-'));
		const starter = spawn(process.execPath, [script, path.join(folder, 'log')]);
		const [pid] = (await once(starter.stdout, 'data')) as [Buffer];
		const group = groupOf(Number(pid.toString()));
		// The guard, the command, and what the command has started.
		while (membersOf(group).length < 3) await sleep(20);

		starter.kill(signal);
		await once(starter, 'exit');

		await untilGroupEnded(group);
		rmSync(folder, { recursive: true });
	},
);
