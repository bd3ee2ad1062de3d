/** `npm test operating`: what docs/operating.md and docs/sizing.md say of updates, alerts, killed workers and sizing, as it recommends. */
import { killed } from './cases/killed.ts';
import { metrics } from './cases/metrics.ts';
import { sizing } from './cases/sizing.ts';
import { update } from './cases/update.ts';
import { recommendedSettings } from './support/recommended.ts';
import { setStage } from './support/stage.ts';

setStage(
	'queue mode as recommended',
	(stage) => {
		update(stage);
		metrics(stage);
		killed(stage);
		sizing(stage);
	},
	{ env: recommendedSettings() },
);
