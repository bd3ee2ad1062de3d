/** Bytes at rest, encrypted; where they are is the storage's own affair. */
export interface StoredBytes {
	/** Names them in a data folder; without it they are in memory. */
	file?: string;
	bytes?: Buffer;
}

export interface StoredRecord {
	kind: string;
	id: string;
	value: unknown;
}

/** Where everything is kept that has to outlive the process. */
export interface Storage {
	/** Of one kind, in the order in which they were first written. */
	all(kind: string): Array<{ id: string; value: unknown }>;
	/** Written with the next commit, as the value is now; undefined deletes it. */
	put(kind: string, id: string, value: unknown): void;
	/** Takes bytes over, to be written before the next commit. */
	keepBytes(bytes: Buffer): StoredBytes;
	bytesOf(stored: StoredBytes): Buffer;
	/** Deleted with the next commit. */
	dropBytes(stored: StoredBytes): void;
	/** Forgets all bytes but these, which a killed process may have left behind. */
	keepOnly(files: Set<string>): void;
	/** Resolves when all of the above is on disk; all or nothing of it. */
	commit(): Promise<void>;
	close(): void;
}

/** The disk does not take what has to be kept. */
export class StorageError extends Error {}

/** Keeps nothing: what is in memory is all there is. */
export function memoryStorage(): Storage {
	return {
		all: () => [],
		put: () => undefined,
		keepBytes: (bytes) => ({ bytes }),
		bytesOf: ({ bytes = Buffer.alloc(0) }) => bytes,
		dropBytes: () => undefined,
		keepOnly: () => undefined,
		commit: () => Promise.resolve(),
		close: () => undefined,
	};
}
