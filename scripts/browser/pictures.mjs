/** `npm run pictures`: takes the pictures in docs/ anew, from the tests that drive n8n's editor. */
import path from 'node:path';
import { main, run } from '../setup/command.mjs';
import { prepare, root } from '../setup/setup.mjs';
import { toolPath } from '../setup/tools.mjs';

await main(async () => {
	const { node, env } = await prepare();
	const options = { cwd: root, env: { ...env, PICTURES_FOLDER: path.join(root, 'docs') } };
	const files = ['e2e/editor', 'e2e/examples'];
	const tests = [...files, '--selectProjects', 'e2e', '--runInBand'];
	return await run(node, [toolPath('jest'), ...tests], options);
});
