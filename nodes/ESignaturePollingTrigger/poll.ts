/**
 * How a poll finds each change once. The service can neither filter by time nor say how it sorts. So two things are
 * stored of the list of each state: the requests that were handled (readStates.ts), which alone decide what is new, and
 * an index of the list (readList.ts), which decides what is read. A wrong index costs calls or time, never a change.
 *
 *     page      0       1       2       3       4     5           A: an anchor, which is an id and its position,
 *            [......][...A..][......][...A..][......][..]            in the middle of every n-th page
 *     before  first      9               21           last
 *     now     first      9 (+0)          22 (+1)      last (+1)   one came between the anchors: read pages 1 to 3
 *
 * 1. Follow (readList.ts): read the last page, and the first one if the newest come first. Where an entry stands
 *    now, less where it stood, is its offset. Equal offsets at both ends: nothing came or went between them. Otherwise
 *    bisect over the anchors to the neighbours whose offsets differ, and read the pages between them.
 * 2. Scan (readList.ts): entries that come while others go leave all offsets as they were. So every day a scan runs
 *    through the whole list, some pages with each poll, and renews the anchors. It goes back when entries move forward
 *    over it. Without an index, or if the list is not recognized, a poll scans all of it, or as far as its time allows.
 * 3. What is new becomes items; what is left comes with the next poll. The first look at a state only
 *    takes note of what is there. At the end, n8n gets the cursor to store (cursor.ts).
 */
import { NodeOperationError } from 'n8n-workflow';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { readAccount, forgetCredentials, readCredentials } from '../shared/account/account';
import { nodeKey, shouldLog } from '../shared/memory/processMemory';
import { readTriggerForm } from '../shared/form/readForm';
import { shortId } from './readList';
import { thisProcess, toRepeat, advanceCursor } from './cursor';
import type { PollResult, Cursor } from './cursor';
import { DELETED_SOON, pollingFields, RESUME, statesOf } from './polling.fields';
import type { PollingForm } from './polling.fields';
import { readStates, MOST_REMEMBERED, nextState, byStateChange, budgetMs } from './readStates';
import type { Listed, Change } from './readStates';
import { isAwaited, resumeExecutions, sendReminders, waitingIn } from './resumeWaiting';
import { isOwnRequest } from '../shared/callbacks/callback';
import type { Owners } from '../shared/callbacks/callback';
import { isDeclined, withDecline } from '../shared/requests/auditReport';
import { eventOutput } from '../shared/requests/requestEvent';
import { withFiles } from '../shared/requests/requestFiles';
import { identifiersOf, signerName } from '../shared/requests/signatureRequest.schema';
import type { RequestWithCallbacks } from '../shared/requests/signatureRequest.schema';
import { titleContains } from '../shared/requests/listRequests';

const noCustomShown =
	'No listed request has a reference (custom), so the filter Your Reference excludes all of them. Services at custom addresses may not list references. Then filter by title or signer.';

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const form = readTriggerForm(context, pollingFields);
	if (context.getMode() === 'manual') return [await sample(context, form)];
	const items = await advanceCursor(context, async (cursor) => await watch(context, form, cursor));
	return items && [items];
}

/** For the user who builds the workflow: the latest that would have started it. The next poll does not know of this. */
async function sample(context: IPollFunctions, form: PollingForm): Promise<INodeExecutionData[]> {
	const { filters } = form;
	const states = form.states.filter((state) => state !== RESUME);
	if (states.length === 0) throw nothingToShow(context);
	const account = await readAccount(context);
	// As if all that there is had changed since the last poll.
	const nothingSeen = { sinceMs: 0, isFirstLook: false, seen: {}, seenSinceMs: -Infinity };
	const past = Object.fromEntries(states.map((state) => [state, nothingSeen]));
	const readings = await readStates(context, { ...form, states }, past, { repeatIds: new Set() });
	const changes = readings.flatMap((one) => one.changes).sort(byStateChange);
	const latest = changes.findLast((one) => passesFilters(one, form, account));
	if (latest) return await toItems(context, [latest], form);

	const passing = Object.values(filters).some(Boolean) ? ' and passes the filters' : '';
	const isCustomShown = readings.some((one) => one.showsCustom);
	const custom = filters.custom && !isCustomShown ? ` ${noCustomShown}` : '';
	const message = `No request is ${states.join(', ')}${passing}`;
	const description = `Sign a request and try again, or choose other states or filters. To include requests of other people, use the option Include Requests of Others.${custom} You can publish the workflow without test data. It starts with the next change.`;
	throw new NodeOperationError(context.getNode(), message, { description });
}

function nothingToShow(context: IPollFunctions): NodeOperationError {
	const message = 'Resume Waiting Executions has no test event';
	const description =
		'Publish this workflow. From then on, it continues the waiting executions of this n8n, and starts no workflow itself.';
	return new NodeOperationError(context.getNode(), message, { description });
}

async function watch(
	context: IPollFunctions,
	form: PollingForm,
	cursor?: Cursor,
): Promise<PollResult> {
	forgetCredentials(context);
	const account = await readAccount(context);
	// A new key of the same user is not another account.
	const accountKey = shortId(`${account.signingAddress}\n${account.username}`);
	const past = cursor?.account === accountKey ? cursor : undefined;
	const states = past?.states ?? {};
	const repeatIds = toRepeat(form.options.preferRepeats ? past?.emitted : undefined);
	if (repeatIds.size > 0 && !past?.emitted?.[thisProcess]) {
		// Another process emitted them, so no poll has looked for them yet: they may stand anywhere.
		for (const state of Object.values(states)) state.list = undefined;
	}
	const resumes = form.states.includes(RESUME);
	const waiting = waitingIn(context, { account, version: form.apiVersion });
	const watched = { ...form, states: statesOf(form.states) };
	const readings = await readStates(context, watched, states, {
		repeatIds,
		isAwaited: (found) => resumes && isAwaited(waiting, found),
	});
	const endMs = Date.now() + budgetMs(context) / 4;
	const ended = readings.flatMap(({ state, changes: found }) =>
		state === DELETED_SOON ? [] : found,
	);
	const resumed = resumes
		? await resumeExecutions(waiting, ended, { past: past?.waiting?.unresumed, endMs })
		: undefined;
	// Each state knows its own requests: one may change between reading two lists.
	const changes = readings
		.filter(({ state }) => form.states.includes(state))
		.flatMap((one) => one.changes.filter(({ isOld }) => !isOld))
		.sort(byStateChange);
	const isCustomHidden = changes.length > 0 && readings.every((one) => !one.showsCustom);
	// Once for each node and process: every poll would log the same.
	if (form.filters.custom && isCustomHidden && shouldLog(nodeKey(context), Date.now(), Infinity)) {
		context.logger.warn(`${context.getNode().name}: ${noCustomShown}`);
	}

	const matching = changes.filter((one) => passesFilters(one, form, account));
	const items = await toItems(context, matching, form);
	if (items.length > 0) {
		// n8n stores the run after the poll, and does not report when it could not: what was found would be lost. Whether
		// its database answers shows when the credential is read from it.
		forgetCredentials(context);
		await readCredentials(context);
	}
	const emitted = matching.slice(0, items.length).filter((one) => !one.mayBeRepeated);
	const left = new Set<Listed>(matching.slice(items.length));
	for (const one of changes) if (!left.has(one)) repeatIds.delete(shortId(one.id));
	const most = Math.floor(MOST_REMEMBERED / watched.states.length);
	const next = readings.map((one) => [one.state, nextState(one, { left, most })] as const);
	// Last of all: had anything failed before, the next poll would send the same reminders.
	const reminded = resumes ? await sendReminders(waiting, past?.waiting?.remindedMs) : undefined;
	const all = [...items, ...(resumed?.items ?? []), ...(reminded?.items ?? [])];
	return {
		items: all.length > 0 ? all : null,
		next: {
			account: accountKey,
			states: Object.fromEntries(next),
			emitted: form.options.preferRepeats
				? { earlier: [...repeatIds], [thisProcess]: emitted.map(({ id }) => shortId(id)) }
				: undefined,
			waiting: resumed &&
				reminded && { unresumed: resumed.unresumed, remindedMs: reminded.remindedMs },
		},
	};
}

/** Files take time and space; what is left comes with the next poll. */
const MOST_WITH_FILES = 50;
/**
 * The items for as many of these changes as possible, from the first on. A failure that may pass leaves the rest for
 * the next poll; when it is the first that fails, the failure is thrown.
 */
export async function toItems(
	context: IPollFunctions,
	changes: Change[],
	{ simplify, downloadDocuments, binaryPropertyName: field }: PollingForm,
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	// The second half is a reserve.
	const endMs = Date.now() + budgetMs(context) / 2;
	for (const { request, version, event, mayBeRepeated } of changes) {
		const isEnough = downloadDocuments && items.length >= MOST_WITH_FILES;
		const asksForMore = downloadDocuments || (simplify && isDeclined(request));
		const isLate = asksForMore && items.length > 0 && Date.now() > endMs;
		if (isEnough || isLate) break;
		const asked = { version, itemIndex: 0 };
		const whole = simplify ? await withDecline(context, request, asked) : request;
		const json = eventOutput(whole, { event, simplify, mayBeRepeated });
		const files = { request, version, downloadDocuments, field };
		const item = await withFiles(context, json, files).catch((error: Error) => {
			if (items.length === 0) throw error;
			context.logger.warn(`The rest is left for the next poll: ${error.message}`);
		});
		if (!item) break;
		items.push(item);
	}
	return items;
}

/** What may start the workflow, of all that the account can read. */
export function passesFilters(
	listed: RequestWithCallbacks,
	{ filters: { custom, signer, titleContains: title = '' }, options }: PollingForm,
	account: Owners,
): boolean {
	const { request } = listed;
	const names = request.signatures.flatMap((one) => [
		signerName(one).trim().toLowerCase(),
		...identifiersOf(one),
	]);
	return (
		(options.includeOthers || isOwnRequest(listed, account)) &&
		(!custom || String(request.custom ?? '').trim() === custom) &&
		(!signer || names.includes(signer.toLowerCase())) &&
		titleContains(request, title)
	);
}
