/** `npm run pictures`: takes the pictures in docs/ anew, from the tests that drive n8n's editor. */
import path from 'node:path';
import { main, run } from '../setup/command.mjs';
import { prepare, root } from '../setup/setup.mjs';
import { toolPath } from '../setup/tools.mjs';
import { noteTaken } from './stalePictures.mjs';

const SILENT = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'];

await main(async () => {
	const { node, env } = await prepare();
	const options = { cwd: root, env: { ...env, PICTURES_FOLDER: path.join(root, 'docs') } };
	const files = ['e2e/editor', 'e2e/examples'];
	const tests = [...files, '--selectProjects', 'e2e', '--runInBand'];
	const taken = await run(node, [toolPath('jest'), ...tests], options);
	if (taken !== 0) return taken;
	const generated = await run(node, [...SILENT, 'scripts/generate/main.ts'], options);
	if (generated === 0) noteTaken((name) => name !== 'film');
	return generated;
});
