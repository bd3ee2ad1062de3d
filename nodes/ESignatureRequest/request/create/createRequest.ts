import type { Account } from '../../../shared/account/account';
import type { Endpoint } from '../../../shared/client/call';
import {
	deleteDocument,
	getDocument,
	uploadDocument,
} from '../../../shared/documents/documentCalls';
import { deleteOutdatedCheckpoints } from '../../../shared/execution/checkpoints';
import type { ItemContext } from '../../../shared/execution/operation';
import { hintOnce } from '../../../shared/execution/output';
import { executeSteps } from '../../../shared/execution/steps';
import type { Step } from '../../../shared/execution/steps';
import { prepareEndpoints } from '../../../shared/prepare/tooling';
import { withWarnings } from '../../../shared/prepare/prepareFile';
import { getRequests } from '../../../shared/requests/listRequests';
import { getRequest } from '../../../shared/requests/readRequest';
import { documentsOf } from '../../../shared/requests/signatureRequest.schema';
import type { SignatureRequest } from '../../../shared/requests/signatureRequest.schema';
import {
	addObserverEndpoint,
	createRequestEndpoint,
	deleteRequestEndpoint,
	initiateEndpoint,
	updateRequestEndpoint,
	withdrawEndpoint,
} from '../../endpoints';
import { getObservers } from '../../observer/observer';
import { needsPageSizes } from '../../signerEntry/placements';
import { equalSigners } from '../../signerEntry/signer.schema';
import { callbackConcern, callbackUrlsFor } from './callbackUrls';
import type { CallbackChoice, CallbackUrls } from './callbackUrls';
import { createSteps, sentSignatures } from './createSteps';
import type { Progress } from './createSteps';
import { findEarlier, mayBeThere, moveCallbacks } from './earlierRequest';
import type { Draft } from './readNewRequest';
import { digestOf, fingerprintOf } from './requestFingerprint';
import type { NewRequest } from './signatureRequest.body';

/** All that a version, a region, or a retry can need. */
export const createEndpoints: readonly Endpoint[] = [
	createRequestEndpoint,
	initiateEndpoint,
	updateRequestEndpoint,
	deleteRequestEndpoint,
	withdrawEndpoint,
	addObserverEndpoint,
	uploadDocument,
	deleteDocument,
	getRequest,
	getRequests,
	getObservers,
	getDocument,
	...prepareEndpoints,
];

interface CreateOptions {
	account: Account;
	callbacks: CallbackChoice;
	initiate: boolean;
	/** The execution waits: it gets the callbacks of a request that an earlier attempt sent too, and these steps follow. */
	waitingSteps?: (progress: Progress) => Step[];
}

/** From the checked form to the request in the service. */
export async function createRequest(
	item: ItemContext,
	draft: Draft,
	options: CreateOptions,
): Promise<SignatureRequest> {
	return await withWarnings(
		draft.warnings,
		async () => await createOrContinue(item, draft, options),
	);
}

async function createOrContinue(
	item: ItemContext,
	draft: Draft,
	options: CreateOptions,
): Promise<SignatureRequest> {
	const { request, content, sendOnRetry, again, stillWanted, deleteLeftovers } = draft;
	const { account, callbacks, initiate, waitingSteps } = options;
	const { version } = request;
	const digest = await digestOf(content);
	deleteOutdatedCheckpoints(item.context, item.itemIndex, digest);
	const fingerprint = 'urls' in callbacks ? undefined : fingerprintOf(item.context, digest);
	const creator = creatorOf(request);
	const callbackUrls = callbackUrlsFor(callbacks, { version, account, creator, fingerprint });
	for (const hint of hintsFor(request, { account, callbackUrls })) hintOnce(item.context, hint);

	const owners = { ...account, creator };
	const search = { request, fingerprint, owners, stillWanted, inAnyRun: again !== undefined };
	const { found, unsure } = sendOnRetry ? { unsure: [] } : await findEarlier(item, search);
	if (again && (await again.isNeeded({ found, unsure }))) {
		return await createOrContinue(item, again.draft, options);
	}
	if (unsure.length > 0) throw mayBeThere(item, unsure);
	const progress: Progress = { ...draft, callbackUrls, documents: [] };
	if (found) await continueWith(item, progress, { found, isWaiting: waitingSteps !== undefined });
	await executeSteps(item, stepsOf(), { rollsBack: version === 'v3' && deleteLeftovers });
	return progress.created as SignatureRequest;

	function* stepsOf(): Generator<Step | Step[]> {
		yield* createSteps(item, progress, { initiate });
		yield* waitingSteps?.(progress) ?? [];
	}
}

/** With the request that the first attempt of the execution sent. */
async function continueWith(
	item: ItemContext,
	progress: Progress,
	{ found, isWaiting }: { found: SignatureRequest; isWaiting: boolean },
): Promise<void> {
	const { request, signerList, rules, callbackUrls } = progress;
	const [document, ...others] = documentsOf(found);
	// With several documents, or in a corner, only the request itself shows who signs in which place.
	if (document && others.length === 0 && !needsPageSizes(signerList)) {
		progress.reference = { documentIds: [document.id] };
	}
	const moved = { version: request.version, rules, callbackUrls };
	progress.created = isWaiting
		? await moveCallbacks(item, found, { ...moved, sentSignatures: sentSignatures(progress) })
		: found;
	hintOnce(
		item.context,
		`The first attempt of this execution already sent the request ${found.id}. This attempt continues with it and sends nothing.`,
	);
}

/** The owner, unless it is the API user. */
function creatorOf({ creator, otherFields = {} }: NewRequest): string | undefined {
	const typed = otherFields.creator;
	return creator ?? (typeof typed === 'string' ? typed : undefined);
}

/** On a request that is valid, but perhaps not what the user meant. */
function hintsFor(
	{ signers }: NewRequest,
	{ account, callbackUrls }: { account: Account; callbackUrls: CallbackUrls },
): string[] {
	const twice = equalSigners(signers).map((indexes) => {
		const numbers = indexes.map((index) => index + 1).join(' and ');
		return `Signers ${numbers} are the same person, who has to sign ${indexes.length} times. If you don't want this, remove an entry.`;
	});
	const concerns = Object.values(callbackUrls).map((url) =>
		callbackConcern(url, account.signingAddress),
	);
	const demo =
		account.keyKind === 'demo'
			? ['This credential has a demo key, so the signatures have no legal weight.']
			: [];
	const hints = [...demo, ...twice, ...concerns].filter((hint) => hint !== undefined);
	return [...new Set(hints)];
}
