import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { perRun } from '../../../../../shared/memory/perRun';
import { runIndexOf } from '../../../../../shared/memory/runIndex';
import type { ItemContext } from '../../../../../shared/operation/operation';

const MARK_LENGTH = 32;

/**
 * What the callback addresses of a request carry, so that it is recognised: the same when n8n tries an execution
 * again, and of no other execution, node, round of a loop or item. It comes from the token that n8n keeps with an
 * execution and hands on to its retry; the token cannot be found from it. Older versions of n8n have none.
 */
export function markOf({ context, itemIndex }: ItemContext): string | undefined {
	const token = tokenOf(context);
	if (token === undefined) return undefined;
	const parts = ['request', token, context.getNode().id, runIndexOf(context), itemIndex];
	return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, MARK_LENGTH);
}

const tokenOf = perRun((context: IExecuteFunctions) => {
	const { $execution: execution } = context.getWorkflowDataProxy(0);
	const { resumeUrl } = execution as { resumeUrl: string };
	return /[?&]signature=([^&]+)/.exec(resumeUrl)?.[1];
});
