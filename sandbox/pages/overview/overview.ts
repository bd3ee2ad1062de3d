import type { CallLog } from '../../http/callLog.ts';
import type { Context } from '../../state/context.ts';
import type { Problem } from '../../http/problem.ts';
import type { Texts } from '../frame/texts.ts';

/** What the overview shows, and in which language. */
export interface Overview extends Context {
	calls: CallLog;
	lang: string;
	texts: Texts;
	/** Why what was just asked for did not work. */
	problem?: Problem;
}
