import { sleep } from 'n8n-workflow';

const SLICE_MS = 250;

/**
 * The outcome, or the failure when it is too late for it. What has begun is not stopped by that: its own limits end
 * it, and its outcome goes nowhere.
 */
export async function unlessLate<Outcome>(
	outcome: Promise<Outcome>,
	{ isLate, failure }: { isLate: () => boolean; failure: () => Error },
): Promise<Outcome> {
	let isOver = false;
	const watch = async (): Promise<Outcome> => {
		while (!isOver) {
			await sleep(SLICE_MS);
			if (!isOver && isLate()) throw failure();
		}
		return await outcome;
	};
	try {
		return await Promise.race([outcome, watch()]);
	} finally {
		isOver = true;
	}
}
