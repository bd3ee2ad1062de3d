import type { CallLog } from '../../http/callLog.ts';
import type { Context } from '../../state/context.ts';
import type { Problem } from '../../http/problem.ts';

/** What the overview shows. */
export interface Overview extends Context {
	calls: CallLog;
	/** Why what was just asked for did not work. */
	problem?: Problem;
}
