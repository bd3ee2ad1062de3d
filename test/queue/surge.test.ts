/** `npm test surge`: a thousand waiting executions whose requests end at once, while n8n is restarted. */
import { durableCursors } from '../e2e/support/durableCursors.ts';
import { surge } from './cases/surge.ts';
import { setStage } from './support/stage.ts';

setStage('a surge of signatures in queue mode', surge, {
	// As docs/scale.md recommends, with n8n's own lock times.
	env: {
		...durableCursors,
		N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
		DB_POSTGRESDB_POOL_SIZE: '15',
		QUEUE_WORKER_LOCK_DURATION: '60000',
	},
});
