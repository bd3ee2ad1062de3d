/** `npm run test:soak`: a day in ten minutes. */
import { durableCursors } from '../e2e/support/durableCursors.ts';
import { soak } from './cases/soak.ts';
import { setStage } from './support/stage.ts';

/** 86,400 seconds of the service in 600 of ours. */
const SPEED = 144;

/** Faults last as long as ever, so that two hours would be over before n8n has started again. */
const callbackGiveUpMs = 24 * 60 * 60_000;

setStage("everything at once in n8n's queue mode", soak, {
	speed: SPEED,
	callbackGiveUpMs,
	// As docs/scale.md recommends.
	env: { ...durableCursors, N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
});
