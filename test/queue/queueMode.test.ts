/** n8n's queue mode for real; what it cannot do, and how to live with it, is in docs/operating.md. */
import { faults } from './cases/faults.ts';
import { orphans } from './cases/orphans.ts';
import { retrying } from './cases/retrying.ts';
import { sharing } from './cases/sharing.ts';
import { isWhole } from './support/extent.ts';
import { setStage } from './support/stage.ts';

setStage("n8n's queue mode", (stage) => {
	sharing(stage);
	retrying(stage);
	orphans(stage);
	if (isWhole) faults(stage);
});
