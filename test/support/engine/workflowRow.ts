import { randomUUID } from 'node:crypto';

/** What n8n's database holds of a workflow, for all of its triggers. */
export interface WorkflowRow {
	/** Modules hold what they remember by workflow, so another id stands for another process. */
	id: string;
	/** As text, and as a whole: every save writes all of it. */
	staticData: string;
}

export const newRow = (): WorkflowRow => ({ id: randomUUID(), staticData: '{}' });
