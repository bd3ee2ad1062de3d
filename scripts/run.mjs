/** `node scripts/run.mjs <tool or .ts file> …`: sets up what is missing, then runs it on Node 24. */
import path from 'node:path';
import { main, run, SetupError } from './setup/command.mjs';
import { prepare, root } from './setup/setup.mjs';
import { toolPath } from './setup/tools.mjs';

await main(async () => {
	const [name, ...args] = process.argv.slice(2);
	if (!name) {
		throw new SetupError('Say what to run, for example: node scripts/run.mjs jest');
	}
	const packages = name === 'sandbox/main.ts' ? 'sandbox' : 'all';
	const { node, env } = await prepare({ packages });
	const file = /\.[mc]?[jt]s$/.test(name) ? path.join(root, name) : toolPath(name);
	// Our .ts files are ES modules by their syntax; package.json cannot say so beside the CommonJS we ship.
	const flags = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'];
	return await run(node, [...flags, file, ...args], { cwd: root, env });
});
