import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Account } from '../shared/account/account';
import { changeItem } from './changeItem';
import { budgetMs } from './pollBudget';
import type { ListedRequest } from './readStates';
import type { PollingForm } from './polling.fields';
import { isWanted } from './wanted';

/** Files take time and space; what is left comes with the next poll. */
const MOST_WITH_FILES = 50;

interface HandedOver {
	items: INodeExecutionData[];
	/** The changes that became items. */
	delivered: ListedRequest[];
	/** The changes that are done with: handed over, or kept out by a filter. */
	handled: Set<ListedRequest>;
}

/**
 * Turns changes into items, in their order. A failure that may pass ends the poll early: what went before it
 * is handed over, the rest stays for the next poll. With nothing before it, it is the result of the poll.
 */
export async function handOver(
	context: IPollFunctions,
	changes: ListedRequest[],
	{ form, account }: { form: PollingForm; account: Account },
): Promise<HandedOver> {
	const items: INodeExecutionData[] = [];
	const startedMs = Date.now();
	// n8n gives up a poll that takes longer, with all it has downloaded; so the second half is a reserve.
	const limitMs = budgetMs(context) / 2;
	const mustStop = () =>
		form.downloadDocuments &&
		(items.length >= MOST_WITH_FILES || (items.length > 0 && Date.now() - startedMs > limitMs));

	const delivered: ListedRequest[] = [];
	const handled = new Set<ListedRequest>();
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
			delivered.push(change);
		}
		handled.add(change);
	}
	return { items, delivered, handled };
}
