/** Beside the first tests, `npm test` fetches what the later ones run in: n8n, and what its queue mode needs. */
import { main } from '../setup/command.mjs';
import { bringN8n } from './n8n.mjs';
import { bringFaketime, bringPostgres, bringRedis } from './queueServices.mjs';

await main(async () => {
	await bringN8n();
	// Without it there is no queue mode, and its tests say so.
	if (await bringRedis()) {
		await bringPostgres();
		await bringFaketime();
	}
	return 0;
});
