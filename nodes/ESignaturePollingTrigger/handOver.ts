import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Account } from '../shared/account/account';
import { eventOutput } from '../shared/signatureRequest/requestEvent';
import { withFiles } from '../shared/signatureRequest/requestFiles';
import type { RequestWithCallbacks } from '../shared/signatureRequest/signatureRequest.schema';
import type { Listed } from './known';
import type { PollingForm, WatchedState } from './polling.fields';
import { isWanted } from './requestFilter';

export interface ListedRequest extends Listed, RequestWithCallbacks {
	state: WatchedState;
	/** Whether an earlier process has emitted it, maybe without storing the run. */
	mayBeRepeated?: boolean;
}

/** Files take time and space; what is left comes with the next poll. */
const MOST_WITH_FILES = 50;
/** Older versions of n8n do not say how long a poll may take. */
const USUAL_BUDGET_MS = 5 * 60_000;

/** n8n gives up a poll that takes longer, with all it has found. */
export function budgetMs(context: IPollFunctions): number {
	return 'getPollBudgetMs' in context ? context.getPollBudgetMs() : USUAL_BUDGET_MS;
}

/**
 * Turns changes into items, in their order. `handled` has also those that a filter kept out. A failure that may pass
 * ends the poll early: the items before it are emitted, the rest stays for the next poll. With no item before it,
 * it is thrown.
 */
export async function handOver(
	context: IPollFunctions,
	changes: ListedRequest[],
	{ form, account }: { form: PollingForm; account: Account },
): Promise<{ items: INodeExecutionData[]; emitted: ListedRequest[]; handled: Set<ListedRequest> }> {
	const items: INodeExecutionData[] = [];
	const emitted: ListedRequest[] = [];
	const handled = new Set<ListedRequest>();
	const startedMs = Date.now();
	// The second half is a reserve.
	const isLate = () => Date.now() - startedMs > budgetMs(context) / 2;
	const mustStop = () =>
		form.downloadDocuments && (items.length >= MOST_WITH_FILES || (items.length > 0 && isLate()));

	for (const change of changes) {
		if (isWanted(change, form, account)) {
			if (mustStop()) break;
			const item = await changeItem(context, change, form).catch((error: Error) => {
				if (items.length === 0) throw error;
				context.logger.warn(`The rest is left for the next poll: ${error.message}`);
				return undefined;
			});
			if (item === undefined) break;
			items.push(item);
			emitted.push(change);
		}
		handled.add(change);
	}
	return { items, emitted, handled };
}

/** Throws if a download failed that may still succeed. */
export async function changeItem(
	context: IPollFunctions,
	{ request, state, mayBeRepeated }: Pick<ListedRequest, 'request' | 'state' | 'mayBeRepeated'>,
	{ apiVersion: version, simplify, downloadDocuments, binaryPropertyName: field }: PollingForm,
): Promise<INodeExecutionData> {
	const event = state === 'SIGNED' ? 'success' : 'error';
	const json = eventOutput(request, { event, simplify, mayBeRepeated });
	return await withFiles(context, json, { request, version, downloadDocuments, field });
}
