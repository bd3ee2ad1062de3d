import type { Stage } from '../stage.ts';
import { NEEDS_PERSON, requestRunner } from './requests.ts';

const DAY_MS = 86_400_000;

/** What the service returns about people and what they did. */
export async function tryPeople(stage: Stage, person: string | undefined): Promise<void> {
	const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
	const now = Date.now();
	await requestRunner(stage, 'request')('getActivities', {
		startDate: day(now - 30 * DAY_MS),
		endDate: day(now),
		limit: 5,
	});
	if (person === undefined) {
		const step = { resource: 'signer', operation: 'getSignatureQualities' };
		stage.leaveOut({ node: 'Request', ...step }, NEEDS_PERSON);
		return;
	}
	await requestRunner(stage, 'signer')('getSignatureQualities', { email: person });
}
