import type { Context } from '../../state/context.ts';
import { traitsOf } from '../../state/dialect.ts';
import { endOfDate } from './expiry.ts';
import type { RequestStatus } from '../../state/requestState.ts';
import type { MailKind } from '../../state/mail.ts';
import { mailEveryone, mailSigner } from '../notices/mails.ts';
import type { RequestRecord } from '../../state/requestRecord.ts';
import { nextState, dueSignatures, type Transition } from './transitions.ts';

const FAILURE_MAILS: Partial<Record<RequestStatus, MailKind>> = {
	DECLINED: 'declined',
	ERROR: 'error',
	EXPIRED: 'expired',
	WITHDRAWN: 'withdrawn',
};

/** Makes a transition of part 3, with the mails and callbacks that it brings (interface.md 3.1 and 6). */
export function applyTransition(
	transition: Transition,
	request: RequestRecord,
	context: Context,
	who?: string,
) {
	const before = request.status;
	Object.assign(request, nextState(request, transition));
	note(request, transition.kind, context, who);

	const failure = FAILURE_MAILS[request.status];
	if (request.status === 'SIGNED') {
		mailEveryone('completion', request, context);
		context.callbacks.send('success', request);
	} else if (failure) {
		mailEveryone(failure, request, context);
		// Part 6 names no callback for a request that expired.
		if (request.status !== 'EXPIRED') context.callbacks.send('error', request);
	} else if (before === 'DRAFT' && request.status === 'OPEN') {
		opened(request, context);
	} else {
		if (transition.kind === 'sign')
			context.callbacks.send('update', request, transition.signatureId);
		invite(request, context);
	}
}

/** The request can be signed from now on. */
export function opened(request: RequestRecord, context: Context) {
	invite(request, context);
	scheduleExpiry(request, context);
}

export function scheduleExpiry(request: RequestRecord, context: Context) {
	const { expiresAt, status } = request;
	if (expiresAt === undefined || status !== 'OPEN') return;
	context.clock.schedule(endOfDate(expiresAt), () => {
		const isCurrent = context.store.request(request.id)?.expiresAt === expiresAt;
		if (isCurrent && request.status === 'OPEN')
			applyTransition({ kind: 'expire' }, request, context);
	});
}

/** Everyone at once, or those whose turn it is. */
export function invite(request: RequestRecord, context: Context) {
	if (request.status !== 'OPEN') return;
	const { signatures, version } = request;
	const { invitesInOrder } = traitsOf(context.settings.dialect, version);
	for (const signature of invitesInOrder ? dueSignatures(signatures) : signatures) {
		if (signature.invited) continue;
		signature.invited = true;
		mailSigner('invitation', request, signature, context);
	}
	context.onWaiting(request);
}

export function note(
	request: RequestRecord,
	event: string,
	{ clock, store }: Context,
	who?: string,
) {
	store.touch(request);
	const at = clock.now();
	request.updatedAt = at;
	request.history.push({ at, event, who });
}
