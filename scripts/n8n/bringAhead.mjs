/** Beside the first tests, `npm test` fetches what the later ones run in: n8n, and for its queue mode PostgreSQL and Redis. */
import { main } from '../setup/command.mjs';
import { bringN8n } from './n8n.mjs';
import { bringPostgres, bringRedis } from './queueServices.mjs';

await main(async () => {
	await bringN8n();
	// Without it there is no queue mode, and its tests say so.
	if (await bringRedis()) await bringPostgres();
	return 0;
});
