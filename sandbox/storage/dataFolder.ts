import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ByteFiles } from './byteFiles.ts';
import { fromText, toText } from './recordText.ts';
import { StorageError, type Storage, type StoredBytes } from './storage.ts';

const SCHEMA = `
	PRAGMA locking_mode = EXCLUSIVE;
	PRAGMA journal_mode = WAL;
	PRAGMA synchronous = FULL;
	CREATE TABLE IF NOT EXISTS record (
		place INTEGER PRIMARY KEY AUTOINCREMENT,
		kind TEXT NOT NULL,
		id TEXT NOT NULL,
		value TEXT NOT NULL,
		UNIQUE (kind, id)
	) STRICT;
	BEGIN EXCLUSIVE;
	COMMIT;
`;

interface Change {
	kind: string;
	id: string;
	/** Undefined: deleted. */
	text?: string;
}

/** Keeps records in a database and large bytes beside it, in a folder that one process has for itself. */
export function openDataFolder(folder: string): Storage {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const database = openDatabase(folder);
	const files = new ByteFiles(path.join(folder, 'files'));
	const read = database.prepare('SELECT id, value FROM record WHERE kind = ? ORDER BY place');
	const write = writerOf(database);
	let changes = new Map<string, Change>();
	let dropped: string[] = [];
	let running: Promise<void> | undefined;
	let queued: Promise<void> | undefined;

	async function writeAll() {
		const [batch, drops] = [changes, dropped];
		changes = new Map();
		dropped = [];
		try {
			await files.flush();
			write(batch.values());
		} catch (error) {
			changes = new Map([...batch, ...changes]);
			dropped.push(...drops);
			throw new StorageError(
				`The data folder ${folder} cannot be written (${(error as Error).message}). Make room or correct its permissions, then repeat the call.`,
			);
		}
		await files.remove(drops);
	}

	/** Calls that come while one commit is under way share the next one. */
	function commit(): Promise<void> {
		const isDone = changes.size === 0 && dropped.length === 0;
		if (isDone) return queued ?? running ?? Promise.resolve();
		queued ??= (running ?? Promise.resolve())
			.catch(() => undefined)
			.then(async () => {
				queued = undefined;
				running = writeAll().finally(() => (running = undefined));
				await running;
			});
		return queued;
	}

	return {
		all: (kind) =>
			read.all(kind).map(({ id, value }) => ({ id: String(id), value: fromText(String(value)) })),
		put: (kind, id, value) => {
			const text = value === undefined ? undefined : toText(value);
			changes.set(`${kind} ${id}`, { kind, id, text });
		},
		keepBytes: (bytes) => ({ file: files.add(bytes) }),
		bytesOf: ({ file, bytes }: StoredBytes) =>
			file === undefined ? (bytes ?? Buffer.alloc(0)) : files.read(file),
		dropBytes: ({ file }) => {
			if (file !== undefined) dropped.push(file);
		},
		keepOnly: (names) => files.keepOnly(names),
		commit,
		close: () => database.close(),
	};
}

function openDatabase(folder: string): DatabaseSync {
	try {
		const database = new DatabaseSync(path.join(folder, 'sandbox.sqlite'));
		database.exec(SCHEMA);
		return database;
	} catch (error) {
		throw new StorageError(
			/locked|busy/i.test((error as Error).message)
				? `The data folder ${folder} is in use by another sandbox. End that one, or choose another folder with --data.`
				: `The data folder ${folder} cannot be used (${(error as Error).message}). Choose another one with --data.`,
		);
	}
}

/** One transaction; what is written already is left as it is. */
function writerOf(database: DatabaseSync) {
	const find = database.prepare('SELECT value FROM record WHERE kind = ? AND id = ?');
	const remove = database.prepare('DELETE FROM record WHERE kind = ? AND id = ?');
	const put = database.prepare(`
		INSERT INTO record (kind, id, value) VALUES (?, ?, ?)
		ON CONFLICT (kind, id) DO UPDATE SET value = excluded.value
	`);
	return (batch: Iterable<Change>) => {
		const changed = [...batch].filter(({ kind, id, text }) => find.get(kind, id)?.value !== text);
		if (changed.length === 0) return;
		database.exec('BEGIN IMMEDIATE');
		try {
			for (const { kind, id, text } of changed) {
				if (text === undefined) remove.run(kind, id);
				else put.run(kind, id, text);
			}
			database.exec('COMMIT');
		} catch (error) {
			database.exec('ROLLBACK');
			throw error;
		}
	};
}
