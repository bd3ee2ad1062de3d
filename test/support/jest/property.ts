import fc from 'fast-check';

import { effort, seed } from './random.ts';

fc.configureGlobal({ seed });

export function tries(count: number): { numRuns: number } {
	return { numRuns: count * effort };
}

export { fc };
