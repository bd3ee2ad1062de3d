/** What follows from the operations is checked in, and is as `npm run generate` would write it now. */
import { spawnSync } from 'node:child_process';

it('nothing that `npm run generate` writes is stale', () => {
	const flags = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'];
	const command = [...flags, 'scripts/generate/main.ts', '--check'];
	const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
