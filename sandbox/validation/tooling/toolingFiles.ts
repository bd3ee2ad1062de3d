import { randomUUID } from 'node:crypto';
import { notFound, Problem } from '../../http/problem.ts';
import type { Context } from '../../state/context.ts';
import type { Encrypted } from '../../state/encryption.ts';
import type { Outcome } from './outcome.ts';
import type { Spotted } from './tags/spotted.ts';

/** A file that was uploaded to be worked on, as the PDF that it is at present. */
export interface ToolingFile {
	id: string;
	owner: string;
	name: string;
	content: Encrypted;
	createdAt: number;
	expiresAt: number;
	/** Until then it can neither be changed nor downloaded. */
	busyUntil: number;
	/** What the search for signers has found; shown from `busyUntil` on. */
	spotted?: Spotted;
}

/** Uploaded files until they are deleted or expire, each one for its owner alone. */
export class ToolingFiles {
	readonly #context: Context;
	/** Those that a step is working on at this moment. */
	readonly #worked = new Set<string>();

	constructor(context: Context) {
		this.#context = context;
	}

	get #files() {
		return this.#context.store.kept<ToolingFile>('tooling');
	}

	add(owner: string, name: string, pdf: Uint8Array): ToolingFile {
		const { clock, settings, store } = this.#context;
		this.removeExpired();
		const file: ToolingFile = {
			...{ id: randomUUID(), owner, name, content: store.keepContent(pdf) },
			createdAt: clock.now(),
			expiresAt: clock.now() + settings.toolingFileMs,
			busyUntil: clock.now() + settings.toolingBusyMs,
		};
		this.#files.set(file.id, file);
		return file;
	}

	/** The owner's file, also while it is busy. */
	find(id: string, owner: string): ToolingFile {
		const file = this.#files.get(id);
		if (file?.owner !== owner || file.expiresAt <= this.#context.clock.now()) {
			throw notFound('The file');
		}
		return file;
	}

	isBusy({ id, busyUntil }: ToolingFile): boolean {
		return this.#worked.has(id) || busyUntil > this.#context.clock.now();
	}

	requireFree(file: ToolingFile) {
		if (this.isBusy(file))
			throw new Problem(423, 'The file is still being worked on. Try again later.');
	}

	/** Runs one step while all other calls find the file busy; what it has found out is noted with the file. */
	async work<Result>(
		file: ToolingFile,
		step: (content: Buffer) => Promise<Outcome<Result>>,
		noteOf: (result: Result) => Partial<ToolingFile> = () => ({}),
	): Promise<Result> {
		const { clock, settings, store } = this.#context;
		this.#worked.add(file.id);
		try {
			const { result, content } = await step(store.contentOf(file));
			// It may have been deleted or forgotten meanwhile.
			if (this.#files.touch(file.id) !== file) throw notFound('The file');
			if (content) {
				store.dropContent(file);
				file.content = store.keepContent(content);
			}
			file.busyUntil = clock.now() + settings.toolingBusyMs;
			Object.assign(file, noteOf(result));
			return result;
		} finally {
			this.#worked.delete(file.id);
		}
	}

	remove(file: ToolingFile) {
		this.#context.store.dropContent(file);
		this.#files.delete(file.id);
	}

	removeExpired() {
		const now = this.#context.clock.now();
		for (const file of this.#files.values()) if (file.expiresAt <= now) this.remove(file);
	}
}
