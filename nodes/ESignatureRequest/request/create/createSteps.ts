import type { IDataObject } from 'n8n-workflow';

import type { Rules } from '../../../shared/account/dialect';
import { callTo } from '../../../shared/client/call';
import type { Body, Call } from '../../../shared/client/call';
import { callForJson, callService } from '../../../shared/client/callService';
import { deleteDocument, upload } from '../../../shared/documents/documentCalls';
import type { NewSource } from '../../../shared/documents/documentCalls';
import { bodyWithContent } from '../../../shared/documents/pdf';
import { titleIn } from '../../../shared/documents/source';
import type { Source } from '../../../shared/documents/source';
import type { ItemContext } from '../../../shared/execution/operation';
import type { Step } from '../../../shared/execution/steps';
import { PagedDocument, pagesIn, pagesOf, readPages } from '../../../shared/positions/pages';
import type { Pages } from '../../../shared/positions/pages';
import { readRequest } from '../../../shared/requests/readRequest';
import { SignatureRequest } from '../../../shared/requests/signatureRequest.schema';
import {
	addObserverEndpoint,
	createRequestEndpoint,
	deleteRequestEndpoint,
	initiateEndpoint,
} from '../../endpoints';
import { listObservers, observerBody } from '../../observer/observer';
import { requireCorners, needsPageSizes } from '../../signerEntry/placements';
import type { CallbackUrls } from './callbackUrls';
import { ensureReadAccess } from './ensureReadAccess';
import type { Draft } from './readNewRequest';
import { toBody } from './signatureRequest.body';
import type { DocumentReference, NewRequest } from './signatureRequest.body';

/** What the steps need, and what they have found out so far. */
export interface Progress extends Pick<
	Draft,
	'request' | 'signerList' | 'rules' | 'sources' | 'timeoutSeconds'
> {
	callbackUrls: CallbackUrls;
	/** Uploaded documents of the request, in the order of the sources. */
	documents: Array<{ id: string; pages?: Pages }>;
	/** How the request names its documents. Undefined if an earlier attempt sent it, and the names are unclear. */
	reference?: DocumentReference;
	/** The request as the service showed it last. */
	created?: SignatureRequest;
}

/** The steps of Create: upload, create, observers, read access, initiate. After an earlier attempt, only the missing ones. */
export function* createSteps(
	item: ItemContext,
	progress: Progress,
	{ initiate }: { initiate: boolean },
): Generator<Step | Step[]> {
	if (progress.created === undefined) {
		yield uploadSteps(item, progress);
		yield createStep(item, progress);
	}
	const created = progress.created as SignatureRequest;
	const { status_overall: status = 'DRAFT' } = created;
	const isDraft = progress.request.version === 'v3' && status.toUpperCase() === 'DRAFT';
	if (isDraft) yield* observerSteps(item, progress, created.id);
	if (progress.request.readAccess?.length) yield readAccessStep(item, progress);
	if (isDraft && initiate) yield initiateStep(item, progress);
}

/**
 * v1 and v2 create a request in one call, which contains the document. v3 needs uploaded documents. So does a signature
 * in a corner: only the answer to an upload shows the size of the pages (interface.md part 9).
 */
function uploadSteps(item: ItemContext, progress: Progress): Step[] {
	const { request, signerList, sources } = progress;
	if (request.version !== 'v3' && !needsPageSizes(signerList)) return [];
	return sources.map((source, index) =>
		'documentId' in source
			? findDocumentStep(item, progress, { id: source.documentId, index })
			: uploadStep(item, progress, { source, index }),
	);
}

function findDocumentStep(
	item: ItemContext,
	{ request, signerList, documents }: Progress,
	{ id, index }: { id: string; index: number },
): Step {
	return {
		async do() {
			const pages = needsPageSizes(signerList)
				? await readPages(item, id, request.version)
				: undefined;
			documents[index] = { id, pages };
			return {};
		},
	};
}

function uploadStep(
	item: ItemContext,
	{ request, signerList, sources, documents, timeoutSeconds }: Progress,
	{ source, index }: { source: NewSource; index: number },
): Step<PagedDocument> {
	const { version } = request;
	const count = sources.length > 1 ? ` (${index + 1})` : '';
	const title = titleIn(source) ?? `${request.title}${count}`;
	return {
		name: `upload ${index + 1}`,
		what: `document ${index + 1}`,
		async do() {
			const { context, itemIndex } = item;
			const document = { version, about: { title }, source, timeoutSeconds, itemIndex };
			return pagesIn(await upload(context, document, PagedDocument));
		},
		creates: ({ id }) => ({
			kind: 'uploaded documents',
			id,
			nextAction:
				'Use them under Document From: Uploaded Document, or remove them with the Document node.',
			deleteCall: { ...callTo(deleteDocument, id), version: 'v3' },
		}),
		onAnswer(document) {
			const pages = needsPageSizes(signerList) ? pagesOf(item, document) : undefined;
			documents[index] = { id: document.id, pages };
		},
	};
}

function createStep(item: ItemContext, progress: Progress): Step<SignatureRequest> {
	const { context, itemIndex } = item;
	const { request, sources, timeoutSeconds } = progress;
	const { version } = request;
	return {
		name: 'create',
		what: 'this signature request',
		async do() {
			const call: Call = {
				...callTo(createRequestEndpoint),
				version,
				body: newRequestBody(item, progress),
				...(version === 'v3' && { feature: featureOf(request) }),
				timeoutSeconds,
				itemIndex,
			};
			return await callForJson(context, call, SignatureRequest);
		},
		// In v1 and v2, the request is open at once, and no later step can fail.
		...(version === 'v3' && { creates: ({ id }) => createdDraft(id, sources) }),
		onAnswer(created) {
			progress.reference = documentReference(progress);
			progress.created = created;
		},
	};
}

/** A draft that is deleted takes its documents with it (interface.md 4.3). */
function createdDraft(id: string, sources: Source[]) {
	const hasOlderDocuments = sources.some((source) => 'documentId' in source);
	return {
		kind: 'draft request',
		id,
		nextAction: 'Fix the cause, then start it with Initiate, or remove it with Delete.',
		deleteCall: { ...callTo(deleteRequestEndpoint, id), version: 'v3' as const },
		containsEarlier: true,
		keepBecause: hasOlderDocuments
			? 'Skribble would also delete documents that you uploaded earlier'
			: undefined,
	};
}

function newRequestBody(item: ItemContext, progress: Progress): Body {
	const { signerList, sources } = progress;
	const reference = documentReference(progress);
	if ('pages' in reference) requireCorners(item, signerList, reference.pages ?? []);
	const json = bodyFor(progress, reference);
	const [source] = sources;
	const isInline = 'inline' in reference && source !== undefined && 'pdf' in source;
	return isInline ? bodyWithContent(json, source.pdf) : { json };
}

function documentReference({ signerList, sources, documents }: Progress): DocumentReference {
	if (documents.length > 0) {
		const documentIds = documents.map(({ id }) => id);
		const pages = documents.map((one) => one.pages as Pages);
		return { documentIds, ...(needsPageSizes(signerList) && { pages }) };
	}
	const [source] = sources;
	if (source && 'fileUrl' in source) return source;
	if (source && 'documentId' in source) return { documentIds: [source.documentId] };
	return { inline: true };
}

/** The signers as they were sent, if that is known: a later change of the request repeats them. */
export function sentSignatures(progress: Progress): IDataObject[] | undefined {
	const { reference } = progress;
	return reference && ((bodyFor(progress, reference).signatures ?? []) as IDataObject[]);
}

function bodyFor(
	{ request, callbackUrls, rules }: Progress,
	reference: DocumentReference,
): IDataObject {
	return toBody(request, { reference, callbackUrls, rules });
}

/** The one feature that the service may not have activated for this request. */
function featureOf({ expiresAt, signers }: NewRequest): Call['feature'] {
	const hasGroups = signers.some(({ kind }) => kind === 'group');
	if (expiresAt === undefined) return hasGroups ? 'signerGroups' : undefined;
	return hasGroups ? undefined : 'expiry';
}

/** Users who get a copy, if requests have no field for them. */
function observersOf({ ccEmailAddresses = [] }: NewRequest, { copiesAs }: Rules): string[] {
	if (copiesAs !== 'observers') return [];
	const byAddress = new Map(ccEmailAddresses.map((email) => [email.toLowerCase(), email]));
	return [...byAddress.values()];
}

/**
 * One after the other and before the request starts: an observer who is added later gets no notification of the start. A
 * failure stops here, and names who is missing.
 */
function observerSteps(item: ItemContext, { request, rules }: Progress, draftId: string): Step[] {
	const emails = observersOf(request, rules);
	return emails.map((email, index) => ({
		...observerStep(item, draftId, email),
		describeFailure: () =>
			`The draft ${draftId} wasn't started, because not everyone under CC is an observer yet. Add ${emails.slice(index).join(', ')} with Observer: Add, then start it with Initiate.`,
	}));
}

function observerStep({ context, itemIndex }: ItemContext, draftId: string, email: string): Step {
	return {
		// A draft that was deleted after a failure is followed by another, which needs the observer too.
		name: `observer ${email} of ${draftId}`,
		what: `the observer ${email} of the draft ${draftId}`,
		async do() {
			await callService(context, {
				...callTo(addObserverEndpoint, draftId),
				version: 'v3',
				body: { json: observerBody({ email }) },
				itemIndex,
			});
			return { email };
		},
		async findAnswer() {
			const observers = await listObservers(context, { requestId: draftId, itemIndex });
			const isThere = observers.some(
				({ user_info: user }) => user?.email?.toLowerCase() === email.toLowerCase(),
			);
			return isThere ? { email } : undefined;
		},
	};
}

/** Never fails, and has a separate checkpoint. */
function readAccessStep(item: ItemContext, progress: Progress): Step {
	return {
		async do() {
			const created = progress.created as SignatureRequest;
			const { request, rules } = progress;
			const { version, readAccess } = request;
			const access = { version, rules, readAccess, sentSignatures: sentSignatures(progress) };
			return (progress.created = await ensureReadAccess(item, created, access));
		},
	};
}

function initiateStep({ context, itemIndex }: ItemContext, progress: Progress): Step {
	const draft = progress.created as SignatureRequest;
	const ref = { version: 'v3', requestId: draft.id, itemIndex } as const;
	return {
		name: 'initiate',
		what: `the start of the request ${draft.id}`,
		async do() {
			await callService(context, {
				...callTo(initiateEndpoint, draft.id),
				version: 'v3',
				itemIndex,
			});
			// It is open even if it can't be read now (interface.md 3.1).
			return await readRequest(context, ref).catch(() => ({ ...draft, status_overall: 'OPEN' }));
		},
		async findAnswer() {
			const now = await readRequest(context, ref);
			return now.status_overall === 'DRAFT' ? undefined : now;
		},
		onAnswer(started) {
			progress.created = started as SignatureRequest;
		},
	};
}
