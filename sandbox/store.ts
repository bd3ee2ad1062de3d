import { randomBytes, randomUUID } from 'node:crypto';
import { CreditLedger } from './credits.ts';
import { decrypt, encrypt, type Encrypted } from './encryption.ts';
import type { PdfFacts } from './pdf/read.ts';
import type { TokenClaims } from './token.ts';
import { ValidationResults } from './validationResults.ts';

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
	/** Its request was deleted: the document follows at this time. */
	cascadesAt?: number;
}

export type NewDocument = PdfFacts &
	Pick<StoredDocument, 'title' | 'owner' | 'readAccess' | 'writeAccess' | 'parentId'> & {
		bytes: Uint8Array;
	};

export interface StoredRequest {
	id: string;
	documentIds: string[];
}

/** All state, in memory. */
export class Store {
	readonly tokenSecret = randomBytes(32);
	readonly validations = new ValidationResults();
	readonly credits = new CreditLedger();
	readonly #tokens = new Map<string, TokenClaims>();
	readonly #requests = new Map<string, StoredRequest>();
	readonly #documents = new Map<string, StoredDocument>();

	addToken(claims: TokenClaims, now: number) {
		for (const { jti, exp } of this.#tokens.values()) {
			if (exp * 1000 <= now) this.#tokens.delete(jti);
		}
		this.#tokens.set(claims.jti, claims);
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
	}

	requestsHolding(documentId: string): StoredRequest[] {
		return [...this.#requests.values()].filter(({ documentIds }) =>
			documentIds.includes(documentId),
		);
	}
}
