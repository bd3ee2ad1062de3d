import fc from 'fast-check';

import { effort, seed } from './random.ts';

/** Whether there is time for what nearly always ends like something else that is tried. */
export const isThorough = effort > 1;

// To look for the simplest case that fails can take minutes.
fc.configureGlobal({ seed, endOnFailure: !isThorough });

export function tries(count: number): { numRuns: number } {
	return { numRuns: count * effort };
}

export { fc };
