import type { IDataObject, IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import type { Rules } from '../../../shared/account/dialect';
import { isOwnRequest } from '../../../shared/callbacks/callback';
import { callTo } from '../../../shared/client/call';
import type { ApiVersion } from '../../../shared/client/call';
import { isSameId } from '../../../shared/client/callService';
import { hasSent, idsOfSent, savedAnswer, sendOnce } from '../../../shared/execution/checkpoints';
import type { ItemContext } from '../../../shared/execution/operation';
import { hintOnce } from '../../../shared/execution/output';
import { oncePerContext } from '../../../shared/memory/processMemory';
import { readServiceMs } from '../../../shared/network/time';
import { listRequests } from '../../../shared/requests/listRequests';
import { stateChangedAt, outcomeOf } from '../../../shared/requests/requestEvent';
import { readRequest, readWithCallbacks } from '../../../shared/requests/readRequest';
import type { RequestRef } from '../../../shared/requests/readRequest';
import {
	shownSignatures,
	signedSignatures,
} from '../../../shared/requests/signatureRequest.schema';
import type {
	RequestWithCallbacks,
	SignatureRequest,
} from '../../../shared/requests/signatureRequest.schema';
import { changeRequest } from '../../changeRequest';
import { withdrawEndpoint } from '../../endpoints';
import { signaturesToKeep, updateRequest } from '../update/updateRequest';
import type { CallbackUrls } from './callbackUrls';
import { digestOf, fingerprintOf, readFingerprint } from './requestFingerprint';
import type { Content, RequestFingerprint } from './requestFingerprint';
import type { NewRequest } from './signatureRequest.body';

const DAY_MS = 24 * 60 * 60_000;
/** Executions are retried within days, so older requests with the same title are other ones. */
const OLDEST_MS = 14 * DAY_MS;

/** Unsure if the service shows no callback addresses. */
type Likeness = 'same' | 'unsure' | 'other';

interface Search {
	request: NewRequest;
	/** Undefined if the callback addresses are not ours. */
	fingerprint?: RequestFingerprint;
	/** Similar requests of other people don't count. */
	owners: Parameters<typeof isOwnRequest>[1];
	/** An agent may repeat a call in another turn of the retry. */
	inAnyRun?: boolean;
	/** Of an agent's later calls: their requests are not withdrawn. */
	stillWanted?: Content[];
}

export interface Found {
	found?: SignatureRequest;
	/** Any of them may be the one: the service doesn't show enough. */
	unsure: SignatureRequest[];
}

/** The searches of all items in a retry, and the requests that items of this execution sent or found. */
const retryOf = oncePerContext((context: IExecuteFunctions) => ({
	searches: [] as Search[],
	usedIds: idsOfSent(context),
}));

const earlierRequest = { step: 'earlier', what: 'this signature request' };

/**
 * If the process of the first attempt was killed, n8n saved nothing of it, so the retry asks the service. Only a request
 * with the same content counts, regardless of the item that it was sent for.
 */
export async function findEarlier(item: ItemContext, search: Search): Promise<Found> {
	const { context, itemIndex } = item;
	if (context.getMode() !== 'retry') return { unsure: [] };
	const { searches, usedIds } = retryOf(context);
	searches.push(search);
	const saved = savedAnswer(context, itemIndex, earlierRequest);
	if (saved) {
		const ref = { version: search.request.version, requestId: String(saved.id), itemIndex };
		return { found: await readRequest(context, ref), unsure: [] };
	}
	// Retry On Fail within this attempt: its first try found nothing.
	if (hasSent(context, itemIndex)) return { unsure: [] };

	const { same, unsure } = await compareAll(item, search);
	const found = same.find(({ id }) => !usedIds.has(id));
	if (!found) return { unsure };
	const { id } = found;
	usedIds.add(id);
	await sendOnce(context, itemIndex, { ...earlierRequest, send: async () => ({ id }) });
	return { found, unsure: [] };
}

/** The newest first: an earlier retry may have replaced the older ones. */
async function compareAll(
	item: ItemContext,
	search: Search,
): Promise<{ same: SignatureRequest[]; unsure: SignatureRequest[] }> {
	const found: Record<Likeness, SignatureRequest[]> = { same: [], unsure: [], other: [] };
	for (const candidate of await candidates(item, search)) {
		const { request, likeness } = await compare(item, candidate, search);
		found[likeness].push(request);
	}
	const createdMs = ({ created_at: at }: SignatureRequest) => readServiceMs(at) ?? 0;
	found.same.sort((a, b) => createdMs(b) - createdMs(a));
	return found;
}

/** Withdrawn ones don't count: the user may have withdrawn them to retry. */
async function candidates(
	{ context, itemIndex }: ItemContext,
	search: Search,
): Promise<SignatureRequest[]> {
	const { version, title, signers } = search.request;
	const isSimilar = (one: SignatureRequest) =>
		one.title === title &&
		(shownSignatures(one) ?? signers).length === signers.length &&
		one.status_overall?.toUpperCase() !== 'WITHDRAWN' &&
		Date.now() - (stateChangedAt(one) ?? Infinity) < OLDEST_MS;
	const isOurs = (one: RequestWithCallbacks) =>
		isOwnRequest(one, search.owners) || likenessOf(one, search) === 'same';
	return await listRequests(context, {
		version,
		filters: { search: title },
		isWanted: (one) => isSimilar(one.request) && isOurs(one),
		itemIndex,
	});
}

async function compare(
	{ context, itemIndex }: ItemContext,
	candidate: SignatureRequest,
	search: Search,
): Promise<{ request: SignatureRequest; likeness: Likeness }> {
	const ref = { version: search.request.version, requestId: candidate.id, itemIndex };
	const found = await readWithCallbacks(context, ref);
	if (!isSameId(found.request.id, candidate.id)) return { request: candidate, likeness: 'unsure' };
	return { request: found.request, likeness: likenessOf(found, search) };
}

function likenessOf(
	one: RequestWithCallbacks,
	{ fingerprint, inAnyRun = false }: Search,
): Likeness {
	const isShown = Object.values(one.callbackUrls).some((url) => typeof url === 'string' && url);
	if (fingerprint === undefined || !isShown) return 'unsure';
	const { node, run, content } = readFingerprint(one) ?? {};
	const isSameRun = inAnyRun || run === fingerprint.run;
	const isSame = node === fingerprint.node && content === fingerprint.content && isSameRun;
	return isSame ? 'same' : 'other';
}

const MOST_NAMED = 5;

export function mayBeThere({ error }: ItemContext, found: SignatureRequest[]): NodeOperationError {
	const named = found
		.slice(0, MOST_NAMED)
		.map(({ id, status_overall: status = '?' }) => `${id} (${status})`);
	const more = found.length > named.length ? ` and ${found.length - named.length} more` : '';
	return error(
		'The first attempt may already have sent this request',
		`Check these requests with the same title and number of signers: ${named.join(', ')}${more}. If one of them is yours, continue with it, or withdraw it and retry. Otherwise switch on the option Send Again on Retry, save the workflow, and retry with the saved workflow. Nothing was sent.`,
	);
}

/** The callbacks of the request went to the killed execution. From now on they resume this one. */
export async function moveCallbacks(
	item: ItemContext,
	found: SignatureRequest,
	{
		version,
		rules,
		callbackUrls: { success, update, error },
		sentSignatures,
	}: {
		version: ApiVersion;
		rules: Rules;
		callbackUrls: CallbackUrls;
		sentSignatures?: IDataObject[];
	},
): Promise<SignatureRequest> {
	if (outcomeOf(found) !== undefined) return found;
	const { context, itemIndex } = item;
	const signatures = signaturesToKeep(found, { version, rules, sentSignatures });
	if (signatures === undefined) throw cannotWait(item, found);
	const changes = { successUrl: success, updateUrl: update, errorUrl: error };
	return await updateRequest(context, {
		version,
		requestId: found.id,
		itemIndex,
		changes,
		signatures,
		step: 'callbacks',
		what: 'the new callback addresses',
		done: 'The callback addresses were changed',
	}).catch((cause: unknown) => {
		throw cannotWait(item, found, cause);
	});
}

/** The service changes no request that someone has signed (interface.md part 10). */
function cannotWait(
	{ error }: ItemContext,
	{ id }: SignatureRequest,
	cause?: unknown,
): NodeOperationError {
	const why = cause instanceof Error ? ` The reason: ${cause.message}.` : '';
	return error(
		`The first attempt sent the request ${id}, and this retry can't wait for it`,
		`Continue in a workflow with the E-Signature Polling Trigger, which starts when the request ends. Nothing was sent again.${why}`,
	);
}

/**
 * Withdraws the requests of the first attempt that no item of the retry uses, because the content has changed. Otherwise
 * people could sign both. Requests that someone has signed stay. Only after all items: any of them may use a request.
 */
export async function withdrawReplaced(context: IExecuteFunctions): Promise<void> {
	const { searches } = retryOf(context);
	const [first] = searches;
	if (!first?.fingerprint || searches.length < context.getInputData().length) return;
	const { version } = first.request;
	const search = { ...first, fingerprint: first.fingerprint };
	const replaced = await unusedRequests(context, search).catch(() => []);
	for (const { id } of replaced) {
		hintOnce(context, await withdraw(context, { version, requestId: id, itemIndex: 0 }));
	}
}

async function unusedRequests(
	context: IExecuteFunctions,
	{
		request: { version },
		fingerprint,
		stillWanted = [],
	}: Search & { fingerprint: RequestFingerprint },
): Promise<SignatureRequest[]> {
	const fingerprints = await Promise.all(
		stillWanted.map(async (one) => fingerprintOf(context, await digestOf(one))),
	);
	const isStillWanted = ({ content }: RequestFingerprint) =>
		fingerprints.some((one) => one?.content === content);
	const usedIds = idsOfSent(context);
	return await listRequests(context, {
		version,
		filters: { status_overall: 'OPEN' },
		isWanted: (one) => {
			const earlier = readFingerprint(one);
			const isOfRun = earlier?.node === fingerprint.node && earlier.run === fingerprint.run;
			return isOfRun && !isStillWanted(earlier) && !usedIds.has(one.request.id);
		},
		itemIndex: 0,
	});
}

/** Returns a hint, even after a failure: the new requests are fine. */
async function withdraw(context: IExecuteFunctions, ref: RequestRef): Promise<string> {
	const { requestId } = ref;
	const which = `The first attempt of this execution sent the request ${requestId} with different content.`;
	try {
		if (hasBegun(await readRequest(context, ref))) {
			return `${which} Someone already signed it, so it wasn't withdrawn.`;
		}
		await changeRequest(context, {
			...ref,
			call: callTo(withdrawEndpoint, requestId),
			step: `withdraw ${requestId}`,
			what: 'the withdrawal of the earlier request',
			done: 'The earlier request was withdrawn',
		});
		return `${which} It was withdrawn.`;
	} catch (error) {
		return `${which} Withdraw it with Withdraw. The reason: ${(error as Error).message}.`;
	}
}

function hasBegun(request: SignatureRequest): boolean {
	return request.status_overall?.toUpperCase() !== 'OPEN' || signedSignatures(request).length > 0;
}
