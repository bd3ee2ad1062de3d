import type { Account } from '../../../../shared/account/account';
import { hintOnce } from './hints';
import type { Turn } from '../../../../shared/operation/operation';
import type { ContentForm } from './create.schema';
import { hintsFor } from './createHints';
import { readNewRequest } from './newRequest';
import { sendDraft } from './sendDraft';
import { sendInline } from './sendInline';
import type { NewRequest } from './signatureRequest.body';
import type { SignatureRequest } from '../../../../shared/signatureRequest/signatureRequest.schema';
import { readSources } from './sources';

/** From the checked form to the request in the service, in whatever steps its version takes. */
export async function createRequest(
	turn: Turn,
	form: ContentForm,
	{
		account,
		callbackUrls,
		initiate,
	}: Pick<NewRequest, 'callbackUrls'> & { account: Account; initiate: boolean },
): Promise<SignatureRequest> {
	const { apiVersion: version, options } = form;
	const sources = await readSources(turn, {
		version,
		source: form.source,
		moreDocumentIds: version === 'v3' ? (options.moreDocumentIds ?? []) : [],
	});
	const newRequest = readNewRequest(turn, form, { sources, callbackUrls });
	for (const hint of hintsFor(newRequest, account)) hintOnce(turn.context, hint);

	const { deleteLeftovers, timeoutSeconds } = options;
	const [source] = sources;
	return version === 'v3' || source === undefined
		? await sendDraft(turn, { newRequest, sources, initiate, deleteLeftovers, timeoutSeconds })
		: await sendInline(turn, { newRequest, source, timeoutSeconds });
}
