import type { CallLog } from '../callLog.ts';
import type { Context } from '../context.ts';
import type { Problem } from '../problem.ts';
import type { Texts } from './texts.ts';

/** What the overview shows, and in which language. */
export interface Overview extends Context {
	calls: CallLog;
	lang: string;
	texts: Texts;
	/** Why what was just asked for did not work. */
	problem?: Problem;
}
