/**
 * `npm test live`: runs the operations against a real service and reports where it differs from each dialect.
 * Ends with 0 when it does not differ from its own, 1 when it does or something failed, 2 when nothing was sent.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { accountFrom, Refusal } from './account.ts';
import { runLive } from './run.ts';

const FOLDER = path.join('.tmp', 'live');

async function main(): Promise<{ code: number; text: string }> {
	const account = accountFrom(process.env);
	const { lines, record, isClean } = await runLive(account, {
		// The first Ctrl+C ends the operations; what they made is still deleted.
		onStart: (stage) => process.once('SIGINT', stage.stop),
	});
	mkdirSync(FOLDER, { recursive: true });
	const file = path.join(FOLDER, `${new Date().toISOString().replace(/[:.]/g, '-')}.json`);
	writeFileSync(file, `${JSON.stringify(record, null, '\t')}\n`);
	const text = [...lines.slice(0, -1), `Recorded in ${file}`, lines.at(-1)].join('\n');
	return { code: isClean ? 0 : 1, text };
}

void main()
	.catch((error: unknown) => {
		if (!(error instanceof Refusal)) throw error;
		return { code: 2, text: error.message };
	})
	// The engine leaves things open that would keep the process alive.
	.then(({ code, text }) => process.stdout.write(`${text}\n`, () => process.exit(code)));
