/** `npm start`: sets up what is missing and starts the sandbox. */
import path from 'node:path';
import { main, prepare, root, run } from './setup.mjs';

await main(async () => {
	const { node, env } = await prepare();
	const sandbox = path.join(root, 'sandbox', 'main.ts');
	return await run(node, [sandbox, ...process.argv.slice(2)], { cwd: root, env });
});
