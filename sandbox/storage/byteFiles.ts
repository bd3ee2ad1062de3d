import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';

/** Large bytes, each in a file of its own that never changes. */
export class ByteFiles {
	readonly #folder: string;
	/** Until they are on disk. */
	readonly #unwritten = new Map<string, Buffer>();

	constructor(folder: string) {
		this.#folder = folder;
		mkdirSync(folder, { recursive: true });
	}

	add(bytes: Buffer): string {
		const name = randomUUID();
		this.#unwritten.set(name, bytes);
		return name;
	}

	read(name: string): Buffer {
		return this.#unwritten.get(name) ?? readFileSync(this.#pathOf(name));
	}

	/** All that was added so far is on disk once this resolves. */
	async flush(): Promise<void> {
		if (this.#unwritten.size === 0) return;
		const batch = [...this.#unwritten];
		await Promise.all(batch.map(async ([name, bytes]) => await this.#write(name, bytes)));
		await this.#syncFolder();
		for (const [name] of batch) this.#unwritten.delete(name);
	}

	async remove(names: string[]): Promise<void> {
		await Promise.all(names.map(async (name) => await rm(this.#pathOf(name), { force: true })));
	}

	keepOnly(names: Set<string>) {
		for (const name of readdirSync(this.#folder)) {
			if (!names.has(name)) rmSync(this.#pathOf(name), { force: true });
		}
	}

	#pathOf(name: string): string {
		return path.join(this.#folder, name);
	}

	async #write(name: string, bytes: Buffer): Promise<void> {
		const file = await open(this.#pathOf(name), 'w', 0o600);
		try {
			await file.writeFile(bytes);
			await file.sync();
		} finally {
			await file.close();
		}
	}

	/** A new file is only there for good when its folder says so; Windows has no such call and no need. */
	async #syncFolder(): Promise<void> {
		if (process.platform === 'win32') return;
		const folder = await open(this.#folder, 'r');
		await folder.sync().finally(async () => await folder.close());
	}
}
