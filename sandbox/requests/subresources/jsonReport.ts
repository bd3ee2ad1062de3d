import { createHash } from 'node:crypto';
import type { RequestRecord } from '../../state/requestRecord.ts';
import type { Store } from '../../state/store.ts';
import { userIdOf } from '../request/observer.view.ts';
import { messageOf } from './report.ts';

/** The audit report as JSON (interface.md 4.3): what each person did, in their order of appearance. */
export function reportAsJson(request: RequestRecord, store: Store) {
	const { signatures } = request;
	const documents = documentsOf(request, store);
	const people = [...new Set(request.history.map(({ who }) => who ?? 'system'))];
	return {
		header: {
			signatureRequestID: request.id,
			title: request.title,
			status: request.status,
			signatureCount: signatures.length,
			signatureCountSigned: signatures.filter(({ status }) => status === 'SIGNED').length,
			attachmentNames: request.attachments.map(({ filename }) => filename).join(', '),
		},
		userList: people.map((who) => ({
			...personOf(who, request),
			userActions: request.history
				.filter((entry) => (entry.who ?? 'system') === who)
				.map((entry) => actionOf(entry, request, documents)),
		})),
		error: null,
	};
}

/** A history names people as they call themselves, or by their address where they gave no name. */
function personOf(who: string, { signatures }: RequestRecord) {
	const { identity, email = who } =
		signatures.find(
			(one) =>
				one.email === who ||
				[one.identity?.firstName, one.identity?.lastName].filter(Boolean).join(' ') === who,
		) ?? {};
	const address = identity?.email ?? email;
	return {
		id: userIdOf(who),
		firstname: identity?.firstName,
		lastname: identity?.lastName,
		email: address.includes('@') ? address : undefined,
		mobile: identity?.mobileNumber,
		businessName: 'Sandbox Company Ltd',
	};
}

function actionOf(
	{ at, event }: RequestRecord['history'][number],
	request: RequestRecord,
	documents: ReturnType<typeof documentsOf>,
) {
	return {
		name: event.toUpperCase().replaceAll(' ', '_'),
		time: new Date(at).toISOString(),
		ip: '127.0.0.1',
		message: messageOf(event, request),
		...(event === 'sign' && {
			quality: qualityOf(at, request),
			legislation: request.legislation,
			...documents[0],
			documents: documents.map(({ documentId, documentSha256 }) => ({
				...{ documentId, documentSha256 },
			})),
		}),
	};
}

/** Of the signature that was made then: one is made after the other. */
function qualityOf(at: number, { signatures }: RequestRecord) {
	const made = signatures.filter(({ signedAt = Infinity }) => signedAt <= at);
	return made.sort((a, b) => (b.signedAt ?? 0) - (a.signedAt ?? 0))[0]?.signedQuality;
}

function documentsOf({ documentIds }: RequestRecord, store: Store) {
	return documentIds
		.flatMap((id) => store.document(id) ?? [])
		.map((document) => ({
			documentId: document.id,
			documentSha256: createHash('sha256').update(store.contentOf(document)).digest('hex'),
			documentPageCount: document.pageCount,
			documentSize: document.size,
		}));
}
