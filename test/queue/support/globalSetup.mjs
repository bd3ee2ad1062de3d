/** Once for all test files. Without what it takes they are left out, and one line says so. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIfStale } from '../../../scripts/package/builtPackage.mjs';
import { bringN8n } from '../../../scripts/n8n/n8n.mjs';
import { N8n } from '../../../scripts/n8n/n8nServer.ts';
import { pack } from '../../../scripts/package/pack.mjs';
import { bringFaketime, bringPostgres, bringRedis } from '../../../scripts/n8n/queueServices.mjs';

const WITHOUT_REDIS =
	"Left out: n8n's queue mode, which needs Redis. Install it (Debian and Ubuntu: apt-get install redis-server; macOS: brew install redis) to have that checked too.";

const WITHOUT_FAKETIME =
	'Left out: clocks that differ. Install faketime (Debian and Ubuntu: apt-get install faketime) to have that checked too.';

export default async function setUp() {
	if (!(await bringRedis())) return console.log(`\n${WITHOUT_REDIS}`);
	process.env.POSTGRES = await bringPostgres();
	const faketime = await bringFaketime();
	if (faketime) process.env.FAKETIME_LIBRARY = faketime;
	else console.log(`\n${WITHOUT_FAKETIME}`);
	await buildIfStale();
	const command = await bringN8n();
	const userFolder = mkdtempSync(path.join(tmpdir(), 'esignature-user-'));
	new N8n({ command, userFolder, port: 0 }).install(pack(userFolder).tarball);
	process.env.QUEUE_N8N = JSON.stringify({ command, userFolder });
}
