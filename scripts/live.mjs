/** `npm run test:live`: the kit for a real service, which runs n8n's engine outside of jest. */
import path from 'node:path';
import { main, run } from './command.mjs';
import { prepare, root } from './setup.mjs';

await main(async () => {
	const { node, env } = await prepare();
	const commonjs = path.join(root, 'test', 'support', 'commonjs.cjs');
	const kit = path.join(root, 'test', 'live', 'main.ts');
	return await run(node, ['--require', commonjs, kit], { cwd: root, env });
});
