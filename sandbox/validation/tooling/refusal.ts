import type { ProblemKey } from '../../http/problem.ts';

/** A file that the tooling does not take; thrown in a thread, which only hands on its members. */
export class RefusedFile extends Error {
	readonly status: 400 | 413 | 415 | 501;
	readonly key?: ProblemKey;

	constructor(status: RefusedFile['status'], message: string, key?: ProblemKey) {
		super(message);
		this.status = status;
		this.key = key;
	}
}
