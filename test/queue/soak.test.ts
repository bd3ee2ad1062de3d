/** `npm run test:soak`: a day in ten minutes. The short test of queue mode has twenty seconds of it. */
import { durableCursors } from '../e2e/support/durableCursors.ts';
import { soak } from './cases/soak.ts';
import { setStage } from './support/stage.ts';

/** 86,400 seconds of the service in 600 of ours. */
const SPEED = 144;

/** Faults last as long as ever, so that two hours would be over before n8n has started again. */
const callbackGiveUpMs = 24 * 60 * 60_000;

setStage('a day in ten minutes', (stage) => soak(stage, 'long'), {
	speed: SPEED,
	callbackGiveUpMs,
	// As docs/scale.md recommends.
	env: durableCursors,
});
