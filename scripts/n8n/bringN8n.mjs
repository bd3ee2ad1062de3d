/** `npm start` fetches n8n, which takes longest, beside our own packages. */
import { main } from '../setup/command.mjs';
import { bringN8n } from './n8n.mjs';

await main(async () => {
	await bringN8n();
	return 0;
});
