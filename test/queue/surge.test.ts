/** `npm test surge`: a thousand waiting executions whose requests end at once, while n8n is restarted. */
import { surge } from './cases/surge.ts';
import { recommendedSettings } from './support/recommended.ts';
import { setStage } from './support/stage.ts';

/** POOL_SIZE shows what another one than the recommended makes of it. */
const { POOL_SIZE } = process.env;

setStage('a surge of signatures in queue mode', surge, {
	env: { ...recommendedSettings(), ...(POOL_SIZE && { DB_POSTGRESDB_POOL_SIZE: POOL_SIZE }) },
});
