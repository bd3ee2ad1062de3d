/** Fetches what the later tests of `npm test` start, while the first ones run. */
import { main } from './command.mjs';
import { bringN8n } from './n8n.mjs';
import { bringFaketime, bringPostgres, bringRedis } from './queueServices.mjs';

await main(async () => {
	await bringN8n();
	if (await bringRedis()) await bringPostgres();
	await bringFaketime();
	return 0;
});
