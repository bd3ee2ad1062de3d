import type { Context } from '../../state/context.ts';
import type { Mail, MailKind } from '../../state/mail.ts';
import type { RequestRecord, Signature } from '../../state/requestRecord.ts';
import { signingUrl } from './signingUrl.ts';

const SUBJECTS: Record<MailKind, string> = {
	invitation: 'Please sign',
	reminder: 'Reminder: please sign',
	completion: 'Signed by everyone',
	declined: 'Declined',
	error: 'Could not be completed',
	expired: 'Expired',
	withdrawn: 'Withdrawn',
};

export function mailSigner(
	kind: MailKind,
	request: RequestRecord,
	signature: Signature,
	{ clock, origin, store }: Context,
) {
	if (!signature.notify) return;
	store.mails.push({
		...mail(kind, request, addressOf(signature), clock.now()),
		link: signingUrl(request, signature, origin()),
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
		subject: `${SUBJECTS[kind]}: ${request.title}`,
		text: textOf(kind, request) ?? '',
		requestId: request.id,
	};
}

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
