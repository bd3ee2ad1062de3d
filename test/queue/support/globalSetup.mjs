/** Once for all test files. Without what it takes they are left out, and one line says so. */
import { bringFaketime, bringPostgres, bringRedis } from '../../../scripts/n8n/queueServices.mjs';
import { installN8n } from '../../e2e/support/preparedN8n.mjs';

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
	// What the end-to-end tests have packed, they will also remove.
	process.env.QUEUE_N8N = process.env.PREPARED_N8N ?? JSON.stringify(await installN8n());
}
