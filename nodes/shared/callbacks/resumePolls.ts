/** n8n polls each published trigger when it starts, and at least daily after that. */
const LONGEST_PAUSE_MS = 25 * 3_600_000;

let lastPollMs = -Infinity;

/** A trigger of this process resumes waiting executions. */
export function noteResumePoll(): void {
	lastPollMs = Date.now();
}

/** False in a worker of queue mode, because the main process polls. */
export function isPolledHere(): boolean {
	return Date.now() - lastPollMs < LONGEST_PAUSE_MS;
}
