import type { IDataObject } from 'n8n-workflow';

import type { Account } from '../../../../shared/account/account';
import type { Rules } from '../../../../shared/account/dialect';
import { deleteDocument, getDocument, uploadDocument } from '../../../../shared/document/endpoints';
import type { Call } from '../../../../shared/http/call';
import type { Endpoint } from '../../../../shared/http/endpoint';
import { forgetOtherContent } from '../../../../shared/operation/once';
import type { ItemContext } from '../../../../shared/operation/operation';
import { getRequests } from '../../../../shared/signatureRequest/listRequests';
import { getRequest } from '../../../../shared/signatureRequest/readRequest';
import { documentsOf } from '../../../../shared/signatureRequest/signatureRequest.schema';
import type { SignatureRequest } from '../../../../shared/signatureRequest/signatureRequest.schema';
import { prepareEndpoints } from '../../../../shared/tooling/endpoints';
import { withWarnings } from '../../../../shared/tooling/prepareFile';
import {
	addObserverEndpoint,
	createRequestEndpoint,
	deleteRequestEndpoint,
	initiateEndpoint,
	updateRequestEndpoint,
	withdrawEndpoint,
} from '../../endpoints';
import { getObservers } from '../../observer/observer.schema';
import { requireCorners, wantsPages } from '../../signerEntry/placements';
import { equalSigners } from '../../signerEntry/signer.schema';
import { callbackUrlsFor } from './callbackUrls';
import type { CallbackChoice, CallbackUrls } from './callbackUrls';
import { hintOnce } from './hintOnce';
import { callbackConcern } from './reach';
import type { Draft } from './readNewRequest';
import { digestOf } from './retry/content';
import { findEarlier, mayBeThere } from './retry/earlierRequest';
import { markOf } from './retry/mark';
import { moveCallbacks } from './retry/moveCallbacks';
import { toBody } from './signatureRequest.body';
import type { DocumentReference, NewRequest } from './signatureRequest.body';
import { ensureReadAccess } from './steps/readAccess';
import { sendDraft } from './steps/sendDraft';
import { sendInline } from './steps/sendInline';

/** Which of them are made depends on the version, the region and what the first attempt has left. */
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
	/** The callbacks of a request that was sent before come to this execution too. */
	waits?: boolean;
}

/** From the checked form to the request in the service, in whatever steps its version takes. */
export async function createRequest(
	item: ItemContext,
	draft: Draft,
	how: CreateOptions,
): Promise<SignatureRequest> {
	return await withWarnings(draft.warnings, async () => await createOrFind(item, draft, how));
}

async function createOrFind(
	item: ItemContext,
	{ request, list, rules, content, sendOnRetry, again, stillWanted, ...draft }: Draft,
	how: CreateOptions,
): Promise<SignatureRequest> {
	const { account, callbacks, initiate, waits = false } = how;
	const { version, title } = request;
	const digest = await digestOf(content);
	forgetOtherContent(item.context, item.itemIndex, digest);
	const mark = 'urls' in callbacks ? undefined : markOf(item.context, digest);
	const creator = creatorOf(request);
	const owners = { ...account, creator };
	const callbackUrls = callbackUrlsFor(callbacks, { version, account, creator, mark });
	for (const hint of hintsFor(request, { account, callbackUrls })) hintOnce(item.context, hint);

	/** The signers as they are sent: a change of the request afterwards sends them again. */
	let entered: IDataObject[] | undefined;
	const bodyFor = (reference: DocumentReference) => {
		if ('pages' in reference) requireCorners(item, list, reference.pages ?? []);
		const body = toBody(request, { reference, callbackUrls, rules });
		entered = (body.signatures ?? []) as IDataObject[];
		return body;
	};
	const plan = { ...draft, version, title, bodyFor, wantsPages: wantsPages(list) };
	const complete = async (created: SignatureRequest) =>
		await ensureReadAccess(item, created, {
			version,
			rules,
			readAccess: request.readAccess,
			entered,
		});
	const sought = { request, mark, owners, stillWanted, inAnyRun: again !== undefined };
	const { found, unsure } = sendOnRetry ? { unsure: [] } : await findEarlier(item, sought);
	if (again && (await again.isNeeded({ found, unsure }))) {
		return await createOrFind(item, again.draft, how);
	}
	if (unsure.length > 0) throw mayBeThere(item, unsure);
	const [document, ...others] = found ? documentsOf(found) : [];
	// With several documents, or in a corner, only the request itself says who signs where.
	if (document && others.length === 0 && !plan.wantsPages) bodyFor({ documentIds: [document.id] });
	const earlier =
		found && waits
			? await moveCallbacks(item, found, { version, rules, urls: callbackUrls, entered })
			: found;
	if (earlier) hintOnce(item.context, goesOnWith(earlier));
	const [source] = draft.sources;
	if (version !== 'v3' && source !== undefined) {
		return await complete(earlier ?? (await sendInline(item, { ...plan, source })));
	}
	const feature = featureOf(request);
	const observers = observersOf(request, rules);
	return await sendDraft(item, {
		...plan,
		earlier,
		observers,
		complete,
		initiate,
		feature,
	});
}

function goesOnWith({ id }: SignatureRequest): string {
	return `The first attempt of this execution already sent the request ${id}. It was not sent again: this attempt continues with it.`;
}

/** Those who get a copy, where the request has no field for them. */
function observersOf({ ccEmailAddresses = [] }: NewRequest, { copiesAs }: Rules): string[] {
	if (copiesAs !== 'observers') return [];
	const byAddress = new Map(ccEmailAddresses.map((email) => [email.toLowerCase(), email]));
	return [...byAddress.values()];
}

/** Who becomes the owner, unless it is the API user. */
function creatorOf({ creator, otherFields = {} }: NewRequest): string | undefined {
	const typed = otherFields.creator;
	return creator ?? (typeof typed === 'string' ? typed : undefined);
}

/** What the service may not have activated, where that can be only one thing. */
function featureOf({ expiresAt, signers }: NewRequest): Call['feature'] {
	const hasGroups = signers.some(({ kind }) => kind === 'group');
	if (expiresAt === undefined) return hasGroups ? 'signerGroups' : undefined;
	return hasGroups ? undefined : 'expiry';
}

/** What a person should know about a request that is right, but perhaps not what they meant. */
function hintsFor(
	{ signers }: NewRequest,
	{ account, callbackUrls }: { account: Account; callbackUrls: CallbackUrls },
): string[] {
	const twice = equalSigners(signers).map((indexes) => {
		const numbers = indexes.map((index) => index + 1).join(' and ');
		return `Signers ${numbers} are the same person, who therefore has to sign ${indexes.length} times. Remove an entry if that is not intended.`;
	});
	const concerns = Object.values(callbackUrls).map((url) =>
		callbackConcern(url, account.signingAddress),
	);
	const demo =
		account.keyKind === 'demo'
			? ['This credential holds a demo key: the signatures have no legal weight.']
			: [];
	const hints = [...demo, ...twice, ...concerns].filter((hint) => hint !== undefined);
	return [...new Set(hints)];
}
