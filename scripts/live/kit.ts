/** The whole kit: refuses an account, or runs the operations and records them in a file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { accountFrom, Refusal } from './account.ts';
import type { Account } from './account.ts';
import type { Stage } from './stage.ts';

const FOLDER = path.join('.tmp', 'live');

interface Ending {
	/** Of the process. */
	code: 0 | 1 | 2;
	text: string;
}

export async function runKit(
	env: NodeJS.ProcessEnv,
	onStart?: (stage: Stage) => void,
): Promise<Ending> {
	let account: Account;
	try {
		account = accountFrom(env);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return { code: 2, text: error.message };
	}
	// n8n's engine takes seconds to load.
	const { runLive } = await import('./run.ts');
	const { lines, record, isClean } = await runLive(account, { onStart });
	mkdirSync(FOLDER, { recursive: true });
	const file = path.join(FOLDER, `${new Date().toISOString().replace(/[:.]/g, '-')}.json`);
	writeFileSync(file, `${JSON.stringify(record, null, '\t')}\n`);
	const text = [...lines.slice(0, -1), `Recorded in ${file}`, lines.at(-1)].join('\n');
	return { code: isClean ? 0 : 1, text };
}
