/** Lets packages arrive in a folder that has a lock file, and prints what is said of it in between. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { watchInstallation } from '../../scripts/setup/progress.mjs';

const [, , folder, ...arrivals] = process.argv;
const describe = watchInstallation(folder, { withDev: false });
console.log(describe());
for (const arrival of arrivals) {
	const [name, megabytes] = arrival.split('=');
	const place = path.join(folder, name, 'lib');
	mkdirSync(place, { recursive: true });
	writeFileSync(path.join(folder, name, 'package.json'), '{}');
	writeFileSync(path.join(place, 'large'), Buffer.alloc(megabytes * 1e6));
	console.log(describe());
	console.log(describe());
}
