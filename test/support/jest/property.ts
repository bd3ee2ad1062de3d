import fc from 'fast-check';

import { effort, seed } from './random.ts';

fc.configureGlobal({ seed });

/** Whether there is time for what nearly always ends like something else that is tried. */
export const isThorough = effort > 1;

export function tries(count: number): { numRuns: number } {
	return { numRuns: count * effort };
}

export { fc };
