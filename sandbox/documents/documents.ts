import { z } from 'zod/v4';
import { canWrite, isNameOf } from '../access/rights.ts';
import type { Context } from '../state/context.ts';
import { factsOf } from './documentFacts.ts';
import type { PdfFacts, SignatureField } from '../pdf/file/read.ts';
import { forbidden, notFound, Problem } from '../http/problem.ts';
import { canReadDocument } from '../access/requestAccess.ts';
import type { RequestRecord } from '../state/requestRecord.ts';
import { perVersion, traitsOf, type Traits } from '../state/dialect.ts';
import { rectangleFrom } from './place.ts';
import type { User } from '../state/settings.ts';
import type { StoredDocument } from '../state/store.ts';
import { named, Texts, Time, Uuid } from '../state/values.schema.ts';
import { PositionAnswer } from '../state/visualSignature.schema.ts';

interface DocumentInput {
	title: string;
	bytes: Uint8Array;
	owner: string;
	readAccess?: string[];
	writeAccess?: string[];
}

export async function createDocument(
	{ readAccess = [], writeAccess = [], ...input }: DocumentInput,
	{ clock, store }: Context,
): Promise<StoredDocument> {
	const facts = await factsOf(input.bytes);
	return store.addDocument({ ...input, ...facts, readAccess, writeAccess }, clock.now());
}

/** A changed document is a new one that takes over owner and access (interface.md 2.5, rule 1). */
export function deriveDocument(
	parent: StoredDocument,
	bytes: Uint8Array,
	facts: PdfFacts,
	{ clock, store }: Context,
): StoredDocument {
	const { id: parentId, title, owner, readAccess, writeAccess } = parent;
	const inherited = { title, owner, readAccess: [...readAccess], writeAccess: [...writeAccess] };
	return store.addDocument({ ...facts, ...inherited, parentId, bytes }, clock.now());
}

export function documentForReader(id: string, user: User, context: Context): StoredDocument {
	const document = context.store.document(id);
	if (!document) throw notFound('The document');
	if (!canReadDocument(user, document, context)) {
		throw forbidden('You have no access to this document.');
	}
	return document;
}

export function deleteDocument(id: string, user: User, traits: Traits, context: Context) {
	const { store } = context;
	const document = documentForReader(id, user, context);
	if (!traits.deletesOwnAccessOnly && !canWrite(user, document)) {
		throw forbidden('You may not delete this document.');
	}
	if (document.cascadesAt !== undefined) {
		throw forbidden('The document is being deleted with its signature request. Try again shortly.');
	}
	if (traits.deletesOwnAccessOnly && othersHaveAccess(document, user)) {
		leave(document, user);
		store.touchDocument(document);
		return;
	}
	const holders = store.requestsOf(id).filter(({ documentIds }) => documentIds.includes(id));
	for (const request of holders) requireAnotherDocument(request);
	for (const request of holders) {
		releaseDocument(request, id);
		store.touch(request);
	}
	store.removeDocument(id);
}

function othersHaveAccess({ owner, ownerLeft, ...access }: StoredDocument, user: User): boolean {
	const names = [...(ownerLeft ? [] : [owner]), ...access.readAccess, ...access.writeAccess];
	return names.some((name) => !isNameOf(user, name));
}

function leave(document: StoredDocument, user: User) {
	const others = (names: string[]) => names.filter((name) => !isNameOf(user, name));
	document.readAccess = others(document.readAccess);
	document.writeAccess = others(document.writeAccess);
	if (isNameOf(user, document.owner)) document.ownerLeft = true;
}

/** Rule 5: a request must keep at least one document. */
export function requireAnotherDocument({ documentIds }: RequestRecord) {
	if (documentIds.length > 1) return;
	throw new Problem(400, 'The last document of a signature request cannot be removed.', {
		key: 'error.sr.last_document_cannot_be_removed',
	});
}

export function releaseDocument(request: RequestRecord, documentId: string) {
	request.documentIds = request.documentIds.filter((id) => id !== documentId);
	for (const signature of request.signatures) {
		signature.documents = signature.documents?.filter((place) => place.documentId !== documentId);
	}
}

/** A document as callers read it (interface.md 2.5). */
export const documentAnswer = perVersion((version, dialect) => {
	const isPublic = traitsOf(dialect, version).answers === 'public';
	return named(
		`Document${version.toUpperCase()}`,
		z.object({
			...{ id: Uuid, parent_id: isPublic ? Uuid.optional() : Uuid.nullable(), title: z.string() },
			...{ content_type: z.literal('application/pdf'), size: z.int(), owner: z.string() },
			...{ page_count: z.int(), page_width: z.int(), page_height: z.int() },
			signature_fields: z.array(
				z.object({ name: z.string(), signed: z.boolean(), positions: z.array(PositionAnswer) }),
			),
			...{ read_access: Texts, write_access: Texts, created_at: Time, updated_at: Time },
		}),
	);
});

export function documentView(document: StoredDocument, traits: Traits) {
	return {
		id: document.id,
		// The public regions leave it out where there is none.
		parent_id: document.parentId ?? (traits.answers === 'public' ? undefined : null),
		title: document.title,
		content_type: 'application/pdf',
		size: document.size,
		page_count: document.pageCount,
		page_width: document.pageWidth,
		page_height: document.pageHeight,
		signature_fields: document.signatureFields.map((field) => fieldView(field, document, traits)),
		owner: document.owner,
		read_access: document.readAccess,
		write_access: document.writeAccess,
		created_at: new Date(document.createdAt).toISOString(),
		updated_at: new Date(document.updatedAt).toISOString(),
	};
}

function fieldView(
	{ name, signed, widgets }: SignatureField,
	{ pages }: StoredDocument,
	traits: Traits,
) {
	return {
		name,
		signed,
		positions: widgets.flatMap(({ page, ...rectangle }) => {
			const shape = pages[page];
			if (!shape) return [];
			// A field counts from the origin of the page's coordinates, a position from its corner.
			const fromCorner = { ...rectangle, x: rectangle.x - shape.x, y: rectangle.y - shape.y };
			return { page: String(page), ...rectangleFrom(fromCorner, shape, traits), rotation: 0 };
		}),
	};
}
