import type { Context } from '../../state/context.ts';
import type { Mail, MailKind } from '../../state/mail.ts';
import type { RequestRecord, Signature } from '../../state/requestRecord.ts';
import { subjectOf } from './mailSubjects.ts';
import { personalLink } from './signingUrl.ts';

export function mailSigner(
	kind: MailKind,
	request: RequestRecord,
	signature: Signature,
	{ clock, origin, store }: Context,
) {
	if (!signature.notify) return;
	store.mails.push({
		...mail(kind, request, addressOf(signature), clock.now()),
		subject: subjectLine(kind, request, signature.language),
		language: signature.language,
		link: personalLink(request, signature, origin()),
		signatureId: signature.id,
	});
}

/** Everyone who was asked to sign, and those in copy. */
export function mailEveryone(kind: MailKind, request: RequestRecord, context: Context) {
	for (const signature of request.signatures) {
		if (signature.invited) mailSigner(kind, request, signature, context);
	}
	for (const address of request.ccEmailAddresses) {
		context.store.mails.push(mail(kind, request, address, context.clock.now()));
	}
}

function mail(kind: MailKind, request: RequestRecord, to: string, at: number): Mail {
	return {
		at,
		to,
		kind,
		subject: subjectLine(kind, request),
		text: textOf(kind, request) ?? '',
		requestId: request.id,
	};
}

const subjectLine = (kind: MailKind, { title }: RequestRecord, language?: string) =>
	`${subjectOf(kind, language)}: ${title}`;

function textOf(kind: MailKind, request: RequestRecord): string | undefined {
	switch (kind) {
		case 'declined':
			return request.signatures.find(({ status }) => status === 'DECLINED')?.declineReason;
		case 'withdrawn':
			return request.withdrawalMessage;
		default:
			return request.message;
	}
}

export function addressOf({ email, identity }: Signature): string {
	return identity?.email ?? identity?.mobileNumber ?? email;
}
