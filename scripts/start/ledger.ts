import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Remembers in a file what has been done, so that the next start does only what has changed since. */
export class Ledger {
	readonly #file: string;

	constructor(file: string) {
		this.#file = file;
	}

	/** Does the work unless it was done before with the very same input. */
	async whenChanged(task: string, input: unknown, work: () => Promise<void>): Promise<void> {
		const fingerprint = createHash('sha256').update(JSON.stringify(input)).digest('hex');
		if (this.#read()[task] === fingerprint) return;
		await work();
		// Read again: another task may have been done meanwhile.
		writeFileSync(this.#file, JSON.stringify({ ...this.#read(), [task]: fingerprint }));
	}

	#read(): Record<string, string> {
		if (!existsSync(this.#file)) return {};
		return JSON.parse(readFileSync(this.#file, 'utf8')) as Record<string, string>;
	}
}
