import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { isOwnRequest } from '../shared/callback/ownRequest';
import type { Owners } from '../shared/callback/ownRequest';
import { eventOutput } from '../shared/signatureRequest/requestEvent';
import { withFiles } from '../shared/signatureRequest/requestFiles';
import { identifiersOf, signerName } from '../shared/signatureRequest/signatureRequest.schema';
import type { RequestWithCallbacks } from '../shared/signatureRequest/signatureRequest.schema';
import { titleContains } from '../shared/signatureRequest/titleContains';
import type { PollingForm } from './polling.fields';
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

/** n8n gives up a poll that takes longer, with all it has found. */
export function budgetMs(context: IPollFunctions): number {
	return 'getPollBudgetMs' in context ? context.getPollBudgetMs() : USUAL_BUDGET_MS;
}

/**
 * The items for as many of these changes as possible, from the first on. A failure that may pass leaves the rest for
 * the next poll; when it is the first that fails, the failure is thrown.
 */
export async function toItems(
	context: IPollFunctions,
	changes: Change[],
	{ apiVersion: version, simplify, downloadDocuments, binaryPropertyName: field }: PollingForm,
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	// The second half is a reserve.
	const endMs = Date.now() + budgetMs(context) / 2;
	for (const { request, mayBeRepeated } of changes) {
		const isEnough = items.length >= MOST_WITH_FILES || (items.length > 0 && Date.now() > endMs);
		if (downloadDocuments && isEnough) break;
		const json = eventOutput(request, { simplify, mayBeRepeated });
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
export function isWanted(
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
