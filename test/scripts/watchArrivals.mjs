/** Lets packages arrive in a folder that has a lock file, and prints what is said of it in between. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { watchInstallation } from '../../scripts/setup/progress.mjs';

const [, , folder, ...arrivals] = process.argv;
const describe = watchInstallation(folder, { withDev: false });
console.log(describe());
for (const name of arrivals) {
	mkdirSync(path.join(folder, name), { recursive: true });
	writeFileSync(path.join(folder, name, 'package.json'), '{}');
	console.log(describe());
}
