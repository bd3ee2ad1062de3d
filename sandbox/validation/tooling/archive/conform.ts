import { openForReading } from '../../../pdf/file/revision.ts';
import type { Outcome } from '../outcome.ts';
import { claimedLevel } from './claim.ts';
import type { Level } from './level.ts';

interface CheckOptions {
	level: Level | 'claimed';
	/** What the sandbox itself has made of the file. */
	made?: Level;
}

export async function check(content: Buffer, { made }: CheckOptions) {
	const claimed = claimedLevel(await openForReading(content)) ?? null;
	return {
		result: {
			status: made ? 'success' : 'failed',
			conformance: made ?? null,
			claimedConformance: claimed,
			recommendedConformance: 'pdfa-2u',
			details: made ? [] : ['Not verified.'],
		},
	} satisfies Outcome;
}

interface ConformOptions {
	level: Level | 'recommendedConformance';
	allowsDowngrade: boolean;
	force: boolean;
}

export async function conform(content: Buffer, _options: ConformOptions) {
	const claimed = claimedLevel(await openForReading(content)) ?? null;
	return {
		result: {
			...{ status: 'failed', conformance: null as Level | null, downgraded: false },
			...{ claimedConformance: claimed, details: ['Not made yet.'] },
		},
	} satisfies Outcome;
}
