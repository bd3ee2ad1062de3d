/** What a step answers, and the file that it has made, where it has changed it. */
export interface Outcome<Result = unknown> {
	result: Result;
	content?: Uint8Array;
}
