import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';

import { isSameId } from '../../../../../shared/answer/aboutId';
import { isOwnRequest } from '../../../../../shared/callback/ownRequest';
import { perRun } from '../../../../../shared/memory/perRun';
import { readServiceMs } from '../../../../../shared/network/serviceTime';
import { earlierAnswer, hasSent, idsOfSent, sendOnce } from '../../../../../shared/operation/once';
import type { ItemContext } from '../../../../../shared/operation/operation';
import { listRequests } from '../../../../../shared/signatureRequest/listRequests';
import { momentOf } from '../../../../../shared/signatureRequest/moment';
import { readRequest, readWithCallbacks } from '../../../../../shared/signatureRequest/readRequest';
import { shownSignatures } from '../../../../../shared/signatureRequest/signatureRequest.schema';
import type {
	RequestWithCallbacks,
	SignatureRequest,
} from '../../../../../shared/signatureRequest/signatureRequest.schema';
import type { NewRequest } from '../signatureRequest.body';
import type { Content } from './content';
import { readMark } from './mark';
import type { Mark } from './mark';

const DAY_MS = 24 * 60 * 60_000;
/** Executions are retried within days; older requests of the same title are others. */
const OLDEST_MS = 14 * DAY_MS;

/** By its callback addresses; unsure where there are none. */
type Likeness = 'same' | 'unsure' | 'other';

export interface Sought {
	request: NewRequest;
	/** Undefined where no callback address is ours to write. */
	mark?: Mark;
	/** Requests of others are none of ours, however alike. */
	owners: Parameters<typeof isOwnRequest>[1];
	/** An agent may ask for the same in another turn than in the first attempt. */
	inAnyRun?: boolean;
	/** Of calls that are still to come: what was sent for them is left for them. */
	stillWanted?: Content[];
}

export interface Found {
	found?: SignatureRequest;
	/** Each may be it: the service does not show whose they are. */
	unsure: SignatureRequest[];
}

/** What the items of a run have looked for in a retry, and the requests of this execution, found or sent. */
export const soughtIn = perRun((context: IExecuteFunctions) => ({
	sought: [] as Sought[],
	taken: idsOfSent(context),
}));

const remembered = { step: 'earlier', what: 'this signature request' };

/**
 * An execution that n8n tries again does not know what its first attempt has done: when the process was killed,
 * nothing of that was kept. The service knows. Only a request of the same content counts, whatever item it was sent for.
 */
export async function findEarlier(item: ItemContext, sought: Sought): Promise<Found> {
	const { context, itemIndex } = item;
	if (context.getMode() !== 'retry') return { unsure: [] };
	const run = soughtIn(context);
	run.sought.push(sought);
	const known = earlierAnswer(context, itemIndex, remembered);
	if (known) {
		const ref = { version: sought.request.version, requestId: String(known.id), itemIndex };
		return { found: await readRequest(context, ref), unsure: [] };
	}
	// Retry On Fail within this attempt: nothing was found then.
	if (hasSent(context, itemIndex)) return { unsure: [] };

	const { same, unsure } = await compareAll(item, sought);
	const found = same.find(({ id }) => !run.taken.has(id));
	if (!found) return { unsure };
	const { id } = found;
	run.taken.add(id);
	await sendOnce(context, itemIndex, { ...remembered, send: async () => ({ id }) });
	return { found, unsure: [] };
}

/** The newest first: it may have been sent because an older one was of no use any more. */
async function compareAll(
	item: ItemContext,
	sought: Sought,
): Promise<{ same: SignatureRequest[]; unsure: SignatureRequest[] }> {
	const found: Record<Likeness, SignatureRequest[]> = { same: [], unsure: [], other: [] };
	for (const candidate of await candidates(item, sought)) {
		const { request, likeness } = await compare(item, candidate, sought);
		found[likeness].push(request);
	}
	const createdMs = ({ created_at: at }: SignatureRequest) => readServiceMs(at) ?? 0;
	found.same.sort((a, b) => createdMs(b) - createdMs(a));
	return found;
}

/** Alike in what the list shows. One that was withdrawn is out of the way: it was perhaps withdrawn for this retry. */
async function candidates(
	{ context, itemIndex }: ItemContext,
	sought: Sought,
): Promise<SignatureRequest[]> {
	const { version, title, signers } = sought.request;
	const isAlike = (one: SignatureRequest) =>
		one.title === title &&
		(shownSignatures(one) ?? signers).length === signers.length &&
		one.status_overall?.toUpperCase() !== 'WITHDRAWN' &&
		Date.now() - (momentOf(one) ?? Infinity) < OLDEST_MS;
	const isOurs = (one: RequestWithCallbacks) =>
		isOwnRequest(one, sought.owners) || likenessOf(one, sought) === 'same';
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
	sought: Sought,
): Promise<{ request: SignatureRequest; likeness: Likeness }> {
	const ref = { version: sought.request.version, requestId: candidate.id, itemIndex };
	const found = await readWithCallbacks(context, ref);
	if (!isSameId(found.request.id, candidate.id)) return { request: candidate, likeness: 'unsure' };
	return { request: found.request, likeness: likenessOf(found, sought) };
}

function likenessOf(one: RequestWithCallbacks, { mark, inAnyRun = false }: Sought): Likeness {
	const isShown = Object.values(one.callbackUrls).some((url) => typeof url === 'string' && url);
	if (mark === undefined || !isShown) return 'unsure';
	const its = readMark(one);
	const isSame =
		its?.place === mark.place && its.content === mark.content && (inAnyRun || its.run === mark.run);
	return isSame ? 'same' : 'other';
}

/** So many are named in an error. */
const MOST_NAMED = 5;

export function mayBeThere(
	{ context, itemIndex }: ItemContext,
	found: SignatureRequest[],
): NodeOperationError {
	const named = found
		.slice(0, MOST_NAMED)
		.map(({ id, status_overall: status = '?' }) => `${id} (${status})`);
	const more = found.length > named.length ? ` and ${found.length - named.length} more` : '';
	return new NodeOperationError(
		context.getNode(),
		'This is a retry, and the first attempt may already have sent this request',
		{
			itemIndex,
			description: `Nothing was sent. Requests with the same title and number of signers: ${named.join(', ')}${more}. If it is one of these, continue with that one (Get), or withdraw it and retry. If it is none of these, switch on the option Send Again on Retry, save the workflow, and retry with the saved workflow.`,
		},
	);
}
