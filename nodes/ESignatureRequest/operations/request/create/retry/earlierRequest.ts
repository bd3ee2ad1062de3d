import { NodeOperationError } from 'n8n-workflow';

import { isSameId } from '../../../../../shared/answer/aboutId';
import { isOwnRequest } from '../../../../../shared/callback/ownRequest';
import type { ItemContext } from '../../../../../shared/operation/operation';
import { listRequests } from '../../../../../shared/signatureRequest/listRequests';
import { momentOf } from '../../../../../shared/signatureRequest/moment';
import { readWithCallbacks } from '../../../../../shared/signatureRequest/readRequest';
import { shownSignatures } from '../../../../../shared/signatureRequest/signatureRequest.schema';
import type {
	RequestWithCallbacks,
	SignatureRequest,
} from '../../../../../shared/signatureRequest/signatureRequest.schema';
import type { NewRequest } from '../signatureRequest.body';

const DAY_MS = 24 * 60 * 60_000;
/** Executions are retried within days; older requests of the same title are others. */
const OLDEST_MS = 14 * DAY_MS;
/** So many are named in an error. */
const MOST_NAMED = 5;

/** By its callback addresses; unsure where there are none. */
type Likeness = 'same' | 'unsure' | 'other';

interface Sought {
	request: NewRequest;
	/** Undefined where no callback address is ours to write. */
	mark?: string;
	/** Requests of others are none of ours, however alike. */
	owners: Parameters<typeof isOwnRequest>[1];
}

/**
 * An execution that n8n tries again does not know what its first attempt has done: when the process was killed,
 * nothing of that was kept. The service knows. Where it cannot say, nothing is sent until the user has looked.
 */
export async function earlierRequest(
	item: ItemContext,
	sought: Sought,
): Promise<SignatureRequest | undefined> {
	if (item.context.getMode() !== 'retry') return undefined;
	const unsure: SignatureRequest[] = [];
	for (const candidate of await candidates(item, sought)) {
		const { request, likeness } = await compare(item, candidate, sought);
		if (likeness === 'same') return request;
		if (likeness === 'unsure') unsure.push(request);
	}
	if (unsure.length > 0) throw mayBeThere(item, unsure);
	return undefined;
}

/** Alike in what the list shows. One that was withdrawn is out of the way: it was perhaps withdrawn for this retry. */
async function candidates(
	{ context, itemIndex }: ItemContext,
	{ request: { version, title, signers }, mark, owners }: Sought,
): Promise<SignatureRequest[]> {
	const isAlike = (one: SignatureRequest) =>
		one.title === title &&
		(shownSignatures(one) ?? signers).length === signers.length &&
		one.status_overall?.toUpperCase() !== 'WITHDRAWN' &&
		Date.now() - (momentOf(one) ?? Infinity) < OLDEST_MS;
	const isOurs = (one: RequestWithCallbacks) =>
		isOwnRequest(one, owners) || likenessOf(one, mark) === 'same';
	return await listRequests(context, {
		version,
		filters: { search: title },
		isWanted: (one) => isAlike(one.request) && isOurs(one),
		itemIndex,
	});
}

async function compare(
	{ context, itemIndex }: ItemContext,
	candidate: SignatureRequest,
	{ request: { version }, mark }: Sought,
): Promise<{ request: SignatureRequest; likeness: Likeness }> {
	const ref = { version, requestId: candidate.id, itemIndex };
	const found = await readWithCallbacks(context, ref);
	if (!isSameId(found.request.id, candidate.id)) return { request: candidate, likeness: 'unsure' };
	return { request: found.request, likeness: likenessOf(found, mark) };
}

function likenessOf({ callbackUrls }: RequestWithCallbacks, mark: string | undefined): Likeness {
	const shown = Object.values(callbackUrls).filter((one) => typeof one === 'string' && one !== '');
	if (mark === undefined || shown.length === 0) return 'unsure';
	return shown.some((address) => String(address).includes(`nonce=${mark}`)) ? 'same' : 'other';
}

function mayBeThere(
	{ context, itemIndex }: ItemContext,
	found: SignatureRequest[],
): NodeOperationError {
	const named = found
		.slice(0, MOST_NAMED)
		.map(({ id, status_overall: status = '?' }) => `${id} (${status})`);
	const more = found.length > named.length ? ` and ${found.length - named.length} more` : '';
	return new NodeOperationError(
		context.getNode(),
		'This execution is tried again, and its first attempt may have sent this request already',
		{
			itemIndex,
			description: `Nothing was sent. Requests with the same title and as many signers: ${named.join(', ')}${more}. If one of them is it, go on with it (Get, or withdraw it and try again). If none is, switch on the option Send Again on Retry, save, and retry with the saved workflow.`,
		},
	);
}
