import type { IExecuteFunctions } from 'n8n-workflow';

import { perRun } from './perRun';

/** Which run of this node in the execution it is; in a loop there are several. An expression is dear. */
export const runIndexOf = perRun((context: IExecuteFunctions) =>
	String(context.evaluateExpression('{{ $runIndex }}', 0)),
);
