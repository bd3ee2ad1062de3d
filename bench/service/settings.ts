export interface ServiceSettings {
	latencyMs: number;
	/** None when 0. */
	callsPerSecond: number;
	/** Signed requests in its list. */
	finished: number;
	/** Of each document that is downloaded. */
	fileBytes: number;
	/** What each request shows as the address that is called at its end. */
	callbackUrl: string;
	/** Whether each create makes a request of its own, which can be signed; otherwise all are the same. */
	keepsRequests: boolean;
	/** Tokens of an earlier time are refused. */
	tokensSinceMs: number;
}

/** What the service has seen since it last began to count anew. */
export interface Counts {
	calls: number;
	logins: number;
	refusals: number;
	bytes: number;
}

export const fast: ServiceSettings = {
	latencyMs: 0,
	callsPerSecond: 0,
	finished: 0,
	fileBytes: 20_000,
	callbackUrl: '',
	keepsRequests: false,
	tokensSinceMs: 0,
};
