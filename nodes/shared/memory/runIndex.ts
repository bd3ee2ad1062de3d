import type { IExecuteFunctions } from 'n8n-workflow';

import { perRun } from './perRun';

/** Which run of this node in the execution it is; in a loop there are several. Not by an expression, which is dear. */
export const runIndexOf = perRun((context: IExecuteFunctions) =>
	String(context.getWorkflowDataProxy(0).$runIndex),
);
