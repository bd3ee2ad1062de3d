import { randomUUID } from 'node:crypto';
import { isDemo } from '../../access/rights.ts';
import type { Context } from '../../state/context.ts';
import { scheduleRetention } from './deletion.ts';
import { factsOf } from '../../documents/documentFacts.ts';
import { documentForReader } from '../../documents/documents.ts';
import { autoDeleteDate, checkExpiresAt } from '../lifecycle/expiry.ts';
import { note, opened } from '../lifecycle/lifecycle.ts';
import type { PdfFacts } from '../../pdf/file/read.ts';
import { badRequest, featureNotEnabled } from '../../http/problem.ts';
import type { RequestRecord } from '../../state/requestRecord.ts';
import { requireAccounts } from '../../access/accounts.ts';
import { traitsOf } from '../../state/dialect.ts';
import type { Settings, User } from '../../state/settings.ts';
import { MAX_DOCUMENTS, type NewRequestBody } from './signatureRequest.schema.ts';
import { checkPlaces, checkSequences, readSigner } from './signers.ts';
import type { StoredDocument } from '../../state/store.ts';
import { bytesOf } from '../../documents/upload.ts';
import type { Version } from '../../state/version.ts';

/** Creates a request: a draft in v3, open at once in the older versions (interface.md 3.1). */
export async function createRequest(
	body: NewRequestBody,
	version: Version,
	caller: User,
	context: Context,
): Promise<RequestRecord> {
	const { clock, settings, store } = context;
	checkNames(body, version, settings);
	const signatures = (body.signatures ?? []).flatMap((signer) => readSigner(signer, settings));
	checkSequences({ version, signatures });
	const autoDeleteAt =
		settings.retentionDays === undefined
			? undefined
			: autoDeleteDate(clock.now(), settings.retentionDays);
	readExpiresAt(body.expires_at, autoDeleteAt, context);
	checkSource(body, version, settings);

	const { facts, keep } = await documentsOf(body, caller, context);
	for (const signature of signatures) checkPlaces(signature, facts);
	facts.forEach(requireUnlocked);

	const request: RequestRecord = {
		id: randomUUID(),
		version,
		status: version === 'v3' ? 'DRAFT' : 'OPEN',
		title: body.title,
		message: body.message,
		custom: body.custom,
		creator: body.creator,
		owner: caller.username,
		readAccess: body.read_access ?? [],
		writeAccess: body.write_access ?? [],
		ccEmailAddresses: body.cc_email_addresses ?? [],
		documentIds: keep(),
		pastDocumentIds: [],
		signatures,
		callbackUrls: {
			success: body.callback_success_url,
			update: body.callback_update_url,
			error: body.callback_error_url,
		},
		attachOnSuccess: body.attach_on_success ?? [],
		quality: isDemo(caller) ? 'DEMO' : (body.quality ?? 'QES'),
		legislation: body.legislation ?? settings.defaultLegislation,
		observers: [],
		attachments: [],
		callbacks: [],
		history: [],
		expiresAt: body.expires_at,
		autoDeleteAt,
		createdAt: clock.now(),
		updatedAt: clock.now(),
	};
	store.addRequest(request);
	note(request, 'create', context, caller.username);
	scheduleRetention(request, context);
	if (request.status === 'OPEN') opened(request, context);
	return request;
}

/** Who reads along and who may change things has an account, where the dialect insists on it. */
export function checkNames(
	body: Pick<NewRequestBody, 'cc_email_addresses' | 'write_access'>,
	version: Version,
	settings: Settings,
) {
	if (!traitsOf(settings.dialect, version).namesAccountsOnly) return;
	requireAccounts('cc_email_addresses', body.cc_email_addresses, settings);
	requireAccounts('write_access', body.write_access, settings);
}

export function readExpiresAt(
	expiresAt: string | undefined,
	autoDeleteAt: string | undefined,
	{ clock, settings }: Context,
) {
	if (expiresAt === undefined) return;
	if (!settings.features.expiresAt) throw featureNotEnabled('expires_at');
	checkExpiresAt(expiresAt, clock.now(), autoDeleteAt);
}

/** v3 takes uploaded documents only; the older versions exactly one document, in one way. */
function checkSource(body: NewRequestBody, version: Version, { dialect }: Settings) {
	const inline = body.content ?? body.file_url;
	if (version === 'v3' && inline !== undefined) {
		throw badRequest('content: v3 takes documents by document_id only.');
	}
	if (body.document_id !== undefined && inline !== undefined) {
		throw badRequest('document_id: cannot be combined with content or file_url.');
	}
	if (version === 'v3' && body.document_id === undefined && body.documents === undefined) {
		const name = traitsOf(dialect, version).ignored.create.includes('document_id')
			? 'documents'
			: 'document_id';
		throw badRequest(`${name}: is required.`);
	}
}

/** The documents' facts, and their ids once everything else is found right. */
interface Source {
	facts: Array<PdfFacts & { id: string }>;
	keep: () => string[];
}

async function documentsOf(body: NewRequestBody, caller: User, context: Context): Promise<Source> {
	const named = [...(body.documents ?? []).map(({ id }) => id), body.document_id];
	const ids = [...new Set(named.filter((id) => id !== undefined))];
	if (ids.length > MAX_DOCUMENTS) {
		throw badRequest(`documents: a request holds at most ${MAX_DOCUMENTS}.`);
	}
	if (ids.length > 0) {
		return { facts: ids.map((id) => documentForRequest(id, caller, context)), keep: () => ids };
	}
	const bytes = await bytesOf(body, context.settings);
	const facts = await factsOf(bytes);
	const { title, read_access: readAccess = [], write_access: writeAccess = [] } = body;
	const document = { ...facts, bytes, title, owner: caller.username, readAccess, writeAccess };
	return {
		facts: [{ ...facts, id: 'inline' }],
		keep: () => [context.store.addDocument(document, context.clock.now()).id],
	};
}

/** Refused now, not when the person signs. */
export function requireUnlocked({ isLocked }: Pick<PdfFacts, 'isLocked'>) {
	if (!isLocked) return;
	throw badRequest(
		'document: was certified so that no one may change it any more, not even by signing. Send it for signature before it is certified.',
		'file.pdf.certified',
	);
}

export function documentForRequest(id: string, caller: User, context: Context): StoredDocument {
	const document = documentForReader(id, caller, context);
	if (document.cascadesAt !== undefined) throw badRequest('document_id: is being deleted.');
	return document;
}
