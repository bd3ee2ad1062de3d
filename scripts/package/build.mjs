/** `npm run build`: the package in `dist`, as n8n's own packages are built. */
import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageFingerprint, stampFile } from './builtPackage.mjs';
import { main, run } from '../setup/command.mjs';
import { root } from '../setup/setup.mjs';
import { toolPath } from '../setup/tools.mjs';

/** n8n looks for codex files and output schemas beside the code, and for icons where the code says. */
const COPIED = ['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json', 'icons/*.svg'];

const STEPS = [
	[toolPath('tsc'), '-p', 'tsconfig.build.json'],
	// The forms as JSON: with them n8n loads a node's code when a workflow needs it, not at its start.
	[toolPath('n8n-generate-metadata')],
];

await main(async () => {
	process.chdir(root);
	// Read before the sources are compiled, so that `dist` is stale if they change meanwhile.
	const fingerprint = packageFingerprint();
	for (const old of [stampFile, 'dist']) rmSync(old, { recursive: true, force: true });
	for (const file of globSync(COPIED)) cpSync(file, path.join('dist', file));
	for (const step of STEPS) {
		const code = await run(process.execPath, step);
		if (code !== 0) return code;
	}
	mkdirSync(path.dirname(stampFile), { recursive: true });
	writeFileSync(stampFile, fingerprint);
	return 0;
});
