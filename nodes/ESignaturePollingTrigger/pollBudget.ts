import type { IPollFunctions } from 'n8n-workflow';

/** Older versions of n8n do not say how long a poll may take. */
const USUAL_BUDGET_MS = 5 * 60_000;

/** n8n gives up a poll that takes longer, with all it has brought. */
export function budgetMs(context: IPollFunctions): number {
	return 'getPollBudgetMs' in context ? context.getPollBudgetMs() : USUAL_BUDGET_MS;
}
