import { randomBytes, randomUUID } from 'node:crypto';
import { memoryStorage, type Storage, type StoredRecord } from '../storage/storage.ts';
import type { Activity } from './activity.ts';
import { contentsIn, decrypt, encrypt, withBytes } from './encryption.ts';
import type { Encrypted, Holder } from './encryption.ts';
import { KeptList, KeptMap } from '../storage/keptMap.ts';
import type { Mail } from './mail.ts';
import type { RequestRecord } from './requestRecord.ts';
import type { PdfFacts } from '../pdf/file/read.ts';

export interface StoredDocument extends PdfFacts {
	id: string;
	/** The document that this one was made from by signing (interface.md 2.5, rule 1). */
	parentId?: string;
	title: string;
	size: number;
	owner: string;
	readAccess: string[];
	writeAccess: string[];
	createdAt: number;
	updatedAt: number;
	content: Encrypted;
	/** The owner has deleted it, and others have not yet. */
	ownerLeft?: boolean;
	/** Its request was deleted: the document follows at this time. */
	cascadesAt?: number;
}

export type NewDocument = PdfFacts &
	Pick<StoredDocument, 'title' | 'owner' | 'readAccess' | 'writeAccess' | 'parentId'> & {
		bytes: Uint8Array;
	};

/** Everything that the sandbox remembers: in memory to work on, and in its storage to outlive the process. */
export class Store {
	readonly #storage: Storage;
	readonly #kinds = new Map<string, KeptMap<unknown>>();
	readonly #lists = [new KeptList<Mail>('mail'), new KeptList<Activity>('activity')] as const;
	/** The emails that the service has sent, oldest first. */
	readonly mails = this.#lists[0].items;
	/** What was signed and sealed, oldest first. */
	readonly activities = this.#lists[1].items;
	/** When each token that was given out expires, in seconds since 1970. */
	readonly #tokens: KeptMap<number>;
	readonly #documents: KeptMap<StoredDocument>;
	readonly #requests: KeptMap<RequestRecord>;
	/** Oldest first, with some that are gone. */
	#requestOrder: RequestRecord[] = [];
	/** Which requests have or had a document, so that no one has to search all of them. */
	readonly #requestsByDocument = new Map<string, Set<RequestRecord>>();
	/** What there is one of: the secret, the clock, settings that were changed. */
	readonly single: KeptMap<unknown>;

	constructor(storage: Storage = memoryStorage()) {
		this.#storage = storage;
		this.single = this.kept('single');
		this.#tokens = this.kept('token');
		this.#documents = this.kept('document');
		this.#requests = this.kept('request');
		for (const list of this.#lists) list.fill(storage.all(list.kind), { areWritten: true });
		this.#index();
		storage.keepOnly(new Set(this.#contents().flatMap(({ file }) => file ?? [])));
	}

	/** Records of a kind that the caller defines. */
	kept<Value>(kind: string): KeptMap<Value> {
		const known = this.#kinds.get(kind) as KeptMap<Value> | undefined;
		if (known) return known;
		const map = new KeptMap<Value>();
		for (const { id, value } of this.#storage.all(kind)) map.set(id, value as Value);
		map.takeMarked();
		this.#kinds.set(kind, map as KeptMap<unknown>);
		return map;
	}

	/** Resolves when everything that was changed so far is kept for good. */
	async commit(): Promise<void> {
		for (const [kind, map] of this.#kinds) {
			for (const id of map.takeMarked()) this.#storage.put(kind, id, map.get(id));
		}
		for (const list of this.#lists) list.write(this.#storage);
		await this.#storage.commit();
	}

	/** All records, with their bytes in them. */
	records(): StoredRecord[] {
		const bytesOf = (content: Encrypted) => this.#storage.bytesOf(content);
		return [
			...[...this.#kinds].flatMap(([kind, map]) =>
				[...map].map(([id, value]) => ({ kind, id, value: withBytes(value, bytesOf) })),
			),
			...this.#lists.flatMap(({ kind, items }) =>
				items.map((value, place) => ({ kind, id: String(place), value })),
			),
		];
	}

	/** Everything is as it was when these were the records; none of them empties the sandbox. */
	replace(records: StoredRecord[]) {
		for (const content of this.#contents()) this.#storage.dropBytes(content);
		for (const map of this.#kinds.values()) map.clear();
		for (const list of this.#lists) {
			list.fill(
				records.filter(({ kind }) => kind === list.kind),
				{ areWritten: false },
			);
		}
		for (const { kind, id, value } of records) {
			if (!this.#lists.some((list) => list.kind === kind)) this.kept(kind).set(id, value);
		}
		for (const content of this.#contents()) {
			const { bytes = Buffer.alloc(0) } = content;
			delete content.bytes;
			Object.assign(content, this.#storage.keepBytes(bytes));
		}
		this.#index();
	}

	get tokenSecret(): Buffer {
		return this.single.get('tokenSecret') as Buffer;
	}

	addToken({ jti, exp }: { jti: string; exp: number }, now: number) {
		for (const [id, expiresAt] of this.#tokens) {
			if (expiresAt * 1000 <= now) this.#tokens.delete(id);
		}
		this.#tokens.set(jti, exp);
	}

	holdsToken(id: string): boolean {
		return this.#tokens.has(id);
	}

	/** Every token given out so far is refused from now on. */
	revokeTokens() {
		this.#tokens.clear();
	}

	addDocument({ bytes, ...facts }: NewDocument, now: number): StoredDocument {
		const document: StoredDocument = {
			...facts,
			id: randomUUID(),
			size: bytes.length,
			createdAt: now,
			updatedAt: now,
			content: this.keepContent(bytes),
		};
		this.#documents.set(document.id, document);
		return document;
	}

	get documents(): StoredDocument[] {
		return [...this.#documents.values()];
	}

	document(id: string): StoredDocument | undefined {
		return this.#documents.get(id);
	}

	/** For those that change a document. */
	touchDocument({ id }: StoredDocument) {
		this.#documents.touch(id);
	}

	contentOf({ content }: { content: Encrypted }): Buffer {
		return decrypt(content, this.#storage.bytesOf(content));
	}

	keepContent(plain: Uint8Array): Encrypted {
		const { bytes, ...keys } = encrypt(plain);
		return { ...keys, ...this.#storage.keepBytes(bytes) };
	}

	dropContent({ content }: { content: Encrypted }) {
		this.#storage.dropBytes(content);
	}

	removeDocument(id: string) {
		const document = this.#documents.get(id);
		if (document) this.dropContent(document);
		this.#documents.delete(id);
		this.#requestsByDocument.delete(id);
	}

	addRequest(request: RequestRecord) {
		this.#requests.set(request.id, request);
		this.#requestOrder.push(request);
		for (const documentId of request.documentIds) this.noteDocument(request, documentId);
	}

	/** Oldest first. */
	get requests(): RequestRecord[] {
		return [...this.#requests.values()];
	}

	/** One after the other, so that a caller who has read enough reads no more. */
	*newestRequests(): Generator<RequestRecord> {
		for (let place = this.#requestOrder.length - 1; place >= 0; place -= 1) {
			const request = this.#requestOrder[place];
			if (request && this.#requests.get(request.id) === request) yield request;
		}
	}

	request(id: string): RequestRecord | undefined {
		return this.#requests.get(id);
	}

	/** For those that change a request. */
	touch({ id }: Pick<RequestRecord, 'id'>) {
		this.#requests.touch(id);
	}

	removeRequest(request: RequestRecord) {
		this.#requests.delete(request.id);
		if (this.#requestOrder.length > 2 * this.#requests.size) {
			this.#requestOrder = this.requests;
		}
		for (const attachment of request.attachments) this.dropContent(attachment);
		for (const documentId of [...request.documentIds, ...request.pastDocumentIds]) {
			this.forgetDocument(request, documentId);
		}
	}

	noteDocument(request: RequestRecord, documentId: string) {
		const requests = this.#requestsByDocument.get(documentId) ?? new Set();
		this.#requestsByDocument.set(documentId, requests.add(request));
	}

	forgetDocument(request: RequestRecord, documentId: string) {
		this.#requestsByDocument.get(documentId)?.delete(request);
	}

	/** The requests that have this document or were signed from it. */
	requestsOf(documentId: string): RequestRecord[] {
		return [...(this.#requestsByDocument.get(documentId) ?? [])];
	}

	/** Fills what follows from the records. */
	#index() {
		this.#requestOrder = this.requests;
		this.#requestsByDocument.clear();
		for (const request of this.#requestOrder) {
			for (const id of [...request.documentIds, ...request.pastDocumentIds]) {
				this.noteDocument(request, id);
			}
		}
		if (!this.single.has('tokenSecret')) this.single.set('tokenSecret', randomBytes(32));
	}

	#contents(): Encrypted[] {
		return [this.#documents, this.#requests, this.kept<Holder>('tooling')].flatMap((map) =>
			[...map.values()].flatMap((value) => contentsIn(value)),
		);
	}
}
