import type { RequestRecord } from '../../state/requestRecord.ts';
import { userIdOf } from '../request/observer.view.ts';

/** The protocol as the public regions write it: what each person did, in their order of appearance. */
export function publicReportOf(request: RequestRecord) {
	const { signatures } = request;
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
				.map((entry) => actionOf(entry, request)),
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

function actionOf({ at, event }: RequestRecord['history'][number], request: RequestRecord) {
	const isSignature = event === 'sign';
	return {
		name: event.toUpperCase().replaceAll(' ', '_'),
		time: new Date(at).toISOString(),
		ip: '127.0.0.1',
		...(isSignature && {
			quality: request.quality,
			legislation: request.legislation,
			documents: request.documentIds.map((documentId) => ({ documentId })),
		}),
	};
}
