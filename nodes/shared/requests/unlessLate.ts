import { OperationalError, sleep } from 'n8n-workflow';

const SLICE_MS = 250;

/** The outcome, or the failure if it comes too late. The work isn't stopped: its own limits end it. */
export async function unlessLate<Outcome>(
	outcome: Promise<Outcome>,
	{
		latestMs,
		failure = () => new OperationalError('Late'),
	}: { latestMs: () => number; failure?: () => Error },
): Promise<Outcome> {
	let isOver = false;
	const watch = async (): Promise<Outcome> => {
		while (!isOver) {
			await sleep(SLICE_MS);
			if (!isOver && Date.now() > latestMs()) throw failure();
		}
		return await outcome;
	};
	try {
		return await Promise.race([outcome, watch()]);
	} finally {
		isOver = true;
	}
}
