/** Of a caller that waits for an answer while we download: the service, when it calls. */
export interface DownloadProgress {
	startedMs: number;
	/** Of all files so far: more of them may take longer. Not what was announced, which a dripping file never keeps. */
	receivedBytes: number;
}

/** No byte for this long. */
export const SILENCE_MS = 10_000;
const SHORTEST_MS = 20_000;
/** The largest document, 112.5 MB, may take a little more than two minutes. */
const BYTES_PER_SECOND = 1_000_000;

/** When everything has to be there. */
export function endOf({ startedMs, receivedBytes }: DownloadProgress): number {
	return startedMs + SHORTEST_MS + (receivedBytes / BYTES_PER_SECOND) * 1000;
}
