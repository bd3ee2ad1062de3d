import type { Account } from '../../../../shared/account/account';
import type { Call } from '../../../../shared/http/call';
import type { Turn } from '../../../../shared/operation/operation';
import type { SignatureRequest } from '../../../../shared/signatureRequest/signatureRequest.schema';
import { callbackUrlsFor } from './callbackUrls';
import type { CallbackChoice } from './callbackUrls';
import { hintsFor } from './createHints';
import { hintOnce } from './hints';
import type { Draft } from './readNewRequest';
import { sendDraft } from './sendDraft';
import { sendInline } from './sendInline';
import { toBody } from './signatureRequest.body';
import type { DocumentReference, NewRequest } from './signatureRequest.body';

/** From the checked form to the request in the service, in whatever steps its version takes. */
export async function createRequest(
	turn: Turn,
	{ request, ...draft }: Draft,
	{
		account,
		callbacks,
		initiate,
	}: { account: Account; callbacks: CallbackChoice; initiate: boolean },
): Promise<SignatureRequest> {
	const { version, title } = request;
	const callbackUrls = callbackUrlsFor(callbacks, { version, account });
	for (const hint of hintsFor(request, { account, callbackUrls })) hintOnce(turn.context, hint);

	const bodyFor = (reference: DocumentReference) => toBody(request, { reference, callbackUrls });
	const [source] = draft.sources;
	return version === 'v3' || source === undefined
		? await sendDraft(turn, { ...draft, title, bodyFor, initiate, purpose: featureOf(request) })
		: await sendInline(turn, { ...draft, version, source, bodyFor });
}

/** What the service may not have activated, where that can be only one thing. */
function featureOf({ expiresAt, signers }: NewRequest): Call['purpose'] {
	const hasGroups = signers.some(({ kind }) => kind === 'group');
	if (expiresAt === undefined) return hasGroups ? 'addSignerGroup' : undefined;
	return hasGroups ? undefined : 'setExpiry';
}
