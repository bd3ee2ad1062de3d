/** `npm run new:operation -- <Node> <resource> <name> "<Display Name>"`: everything that a new operation needs. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import prettier from 'prettier';
import { main, SetupError } from './command.mjs';
import { readWish, USAGE } from './newOperation/wish.mjs';
import { planFor } from './newOperation/plan.mjs';
import { root } from './setup.mjs';

await main(async () => {
	const args = process.argv.slice(2);
	if (args.includes('--help')) {
		console.log(USAGE);
		return 0;
	}
	const wish = readWish(args);
	const { added, changed } = planFor(wish, (file) => readFileSync(path.join(root, file), 'utf8'));
	const present = Object.keys(added).filter((file) => existsSync(path.join(root, file)));
	if (present.length > 0) {
		throw new SetupError(
			`${present.join(' and ')} is there already. Choose another name; nothing was written.`,
		);
	}
	// All of it is laid out before the first file is written, so that a fault leaves nothing behind.
	const files = await Promise.all(Object.entries({ ...added, ...changed }).map(layOut));
	for (const [file, text] of files) {
		mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
		writeFileSync(path.join(root, file), text);
	}
	console.log(nextSteps({ ...wish, added: Object.keys(added), changed: Object.keys(changed) }));
	return 0;
});

async function layOut([file, text]) {
	const filepath = path.join(root, file);
	const settings = await prettier.resolveConfig(filepath);
	return [file, await prettier.format(text, { ...settings, filepath })];
}

function nextSteps({ displayName, added, changed }) {
	const [operation, schema, test] = added;
	return `
${displayName} works: it reads something from the service. Make of it what it is to be.

  ${operation}
      option: what people and agents read of it; fields and Parameters: what it asks; execute: what it does
  ${schema}
      the fields of its output
  ${test}
      run it with: node scripts/run.mjs jest ${test}
  ${changed.join(', ')}
      have its import and entry, its row and its line: say there what it does
`;
}
