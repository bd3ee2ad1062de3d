/** Node does not run TypeScript below node_modules, so what is published is JavaScript. */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(here, 'dist');
const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript7/package.json')));

rmSync(dist, { recursive: true, force: true });
// Types are checked by the checks of the repository.
execFileSync(process.execPath, [tsc, '--project', here, '--noCheck'], { stdio: 'inherit' });
for (const folder of ['pages/assets', 'pdf/font/fonts']) {
	cpSync(path.join(here, folder), path.join(dist, folder), { recursive: true });
}
