import { randomBytes, randomUUID } from 'node:crypto';
import { decrypt, encrypt, type Encrypted } from './encryption.ts';
import type { Activity } from './activity.ts';
import type { Mail } from './mail.ts';
import type { PdfFacts } from '../pdf/file/read.ts';
import type { RequestRecord } from './requestRecord.ts';

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

/** The documents and requests that everyone works on, in memory. */
export class Store {
	readonly tokenSecret = randomBytes(32);
	/** The e-mails that would have been sent. */
	readonly mails: Mail[] = [];
	/** What was signed and sealed, oldest first. */
	readonly activities: Activity[] = [];
	/** When each token that was given out expires, in seconds since 1970. */
	readonly #tokens = new Map<string, number>();
	readonly #documents = new Map<string, StoredDocument>();
	readonly #requests = new Map<string, RequestRecord>();
	/** Which requests have or had a document, so that nobody has to search all of them. */
	readonly #requestsByDocument = new Map<string, Set<RequestRecord>>();

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
			content: encrypt(bytes),
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

	contentOf(document: StoredDocument): Buffer {
		return decrypt(document.content);
	}

	removeDocument(id: string) {
		this.#documents.delete(id);
		this.#requestsByDocument.delete(id);
	}

	addRequest(request: RequestRecord) {
		this.#requests.set(request.id, request);
		for (const documentId of request.documentIds) this.noteDocument(request, documentId);
	}

	/** Oldest first. */
	get requests(): RequestRecord[] {
		return [...this.#requests.values()];
	}

	request(id: string): RequestRecord | undefined {
		return this.#requests.get(id);
	}

	removeRequest(request: RequestRecord) {
		this.#requests.delete(request.id);
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
}
