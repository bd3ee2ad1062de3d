import { NodeOperationError } from 'n8n-workflow';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { readAccount } from '../shared/account/account';
import type { Account } from '../shared/account/account';
import { isOwnRequest } from '../shared/callback/ownRequest';
import { listRequests } from '../shared/signatureRequest/listRequests';
import { momentOf } from '../shared/signatureRequest/moment';
import { eventOutput } from '../shared/signatureRequest/requestEvent';
import { withFiles } from '../shared/signatureRequest/requestFiles';
import { identifiersOf, signerName } from '../shared/signatureRequest/signatureRequest.schema';
import type {
	RequestWithCallbacks,
	Signature,
	SignatureRequest,
} from '../shared/signatureRequest/signatureRequest.schema';
import { titleContains } from '../shared/signatureRequest/titleContains';
import type { Filters, PollingForm, WatchedState } from './polling.fields';
import type { Listed } from './watchState';

/** A request that got to a ticked state. */
export interface Change extends Listed, RequestWithCallbacks {
	/** Whether an earlier process has emitted it, maybe without storing the run. */
	mayBeRepeated?: boolean;
}

/** Files take time and space; what is left comes with the next poll. */
const MOST_WITH_FILES = 50;
/** Older versions of n8n do not say how long a poll may take. */
const USUAL_BUDGET_MS = 5 * 60_000;

export const noCustomShown =
	'No request that the service lists shows a reference (custom), so the filter Your Reference lets none pass. If your requests are created with one, this service does not show it: filter by title or signer instead.';

/** n8n gives up a poll that takes longer, with all it has found. */
export function budgetMs(context: IPollFunctions): number {
	return 'getPollBudgetMs' in context ? context.getPollBudgetMs() : USUAL_BUDGET_MS;
}

/**
 * Turns changes into items, in their order. `handled` has also those that a filter kept out. A failure that may pass
 * ends the poll early: the items before it are emitted, the rest stays for the next poll. With no item before it,
 * it is thrown.
 */
export async function toItems(
	context: IPollFunctions,
	changes: Change[],
	{ form, account }: { form: PollingForm; account: Account },
): Promise<{ items: INodeExecutionData[]; emitted: Change[]; handled: Set<Change> }> {
	const items: INodeExecutionData[] = [];
	const emitted: Change[] = [];
	const handled = new Set<Change>();
	const startedMs = Date.now();
	// The second half is a reserve.
	const isLate = () => Date.now() - startedMs > budgetMs(context) / 2;
	const mustStop = () =>
		form.downloadDocuments && (items.length >= MOST_WITH_FILES || (items.length > 0 && isLate()));

	for (const change of changes) {
		if (isWanted(change, form, account)) {
			if (mustStop()) break;
			const item = await toItem(context, change, form).catch((error: Error) => {
				if (items.length === 0) throw error;
				context.logger.warn(`The rest is left for the next poll: ${error.message}`);
			});
			if (!item) break;
			items.push(item);
			emitted.push(change);
		}
		handled.add(change);
	}
	return { items, emitted, handled };
}

/** For the user who builds the workflow: the latest that would have started it. Nothing is kept of this. */
export async function sample(
	context: IPollFunctions,
	form: PollingForm,
): Promise<INodeExecutionData> {
	const account = await readAccount(context);
	const found: SignatureRequest[] = [];
	let showsCustom = false;
	for (const state of form.states) {
		const requests = await listRequests(context, {
			version: form.apiVersion,
			filters: { status_overall: state },
			isWanted: (one) => {
				showsCustom ||= one.request.custom !== undefined;
				return isIn(state, one) && isWanted(one, form, account);
			},
			itemIndex: 0,
		});
		found.push(...requests);
	}
	const [request] = found.sort((a, b) => (momentOf(b) ?? 0) - (momentOf(a) ?? 0));
	if (request) return await toItem(context, { request }, form);

	const passing = Object.values(form.filters).some(Boolean) ? ' and passes the filters' : '';
	const custom = form.filters.custom && !showsCustom ? ` ${noCustomShown}` : '';
	const message = `There is no request to show: none is ${form.states.join(', ')}${passing}`;
	const description = `Have a request signed and fetch again, or choose other states or filters; those of others count with the option Include Requests of Others.${custom} A published workflow needs no sample: it starts with the next change.`;
	throw new NodeOperationError(context.getNode(), message, { description });
}

/** Throws if a download failed that may still succeed. */
async function toItem(
	context: IPollFunctions,
	{ request, mayBeRepeated }: Pick<Change, 'request' | 'mayBeRepeated'>,
	{ apiVersion: version, simplify, downloadDocuments, binaryPropertyName: field }: PollingForm,
): Promise<INodeExecutionData> {
	const json = eventOutput(request, { simplify, mayBeRepeated });
	return await withFiles(context, json, { request, version, downloadDocuments, field });
}

/** A service that does not know the filter by state answers with everything. */
export function isIn(state: WatchedState, { request }: RequestWithCallbacks): boolean {
	return request.status_overall?.toUpperCase() === state;
}

/** What may start the workflow, of all that the account can read. */
function isWanted(
	listed: RequestWithCallbacks,
	{ filters, options }: PollingForm,
	account: Account,
): boolean {
	const isOwn = options.includeOthers || isOwnRequest(listed, account);
	return isOwn && passes(listed.request, filters);
}

/** Applied to changes that were found already: with another filter, the place in the list stays the same. */
export function passes(request: SignatureRequest, filters: Filters): boolean {
	const { custom, signer, titleContains: title } = filters;
	return (
		(!custom || String(request.custom ?? '').trim() === custom) &&
		(!signer || request.signatures.some((one) => namesOf(one).includes(signer.toLowerCase()))) &&
		(!title || titleContains(request, title))
	);
}

function namesOf(signature: Signature): string[] {
	return [signerName(signature).trim().toLowerCase(), ...identifiersOf(signature)];
}
