/** `npm run test:soak`: a day in ten minutes. The short test of queue mode has twenty seconds of it. */
import { soak } from './cases/soak.ts';
import { setStage } from './support/stage.ts';

/** 86,400 seconds of the service in 600 of ours. */
const SPEED = 144;

setStage('a day in ten minutes', (stage) => soak(stage, 'long'), { speed: SPEED });
