import { createHash } from 'crypto';

import type { Turn } from '../../../../../shared/operation/operation';

const MARK_LENGTH = 32;

/**
 * What the callback addresses of a request carry, so that it is known again: the same when n8n tries an execution
 * again, and of no other execution, node, round of a loop or item. It comes from the token that n8n keeps with an
 * execution and hands on to its retry; the token cannot be found from it. Older versions of n8n have none.
 */
export function markOf({ context, itemIndex }: Turn): string | undefined {
	const look = (expression: string) => String(context.evaluateExpression(expression, itemIndex));
	const [, token] = /[?&]signature=([^&]+)/.exec(look('{{ $execution.resumeUrl }}')) ?? [];
	if (token === undefined) return undefined;
	const parts = ['request', token, context.getNode().id, look('{{ $runIndex }}'), itemIndex];
	return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, MARK_LENGTH);
}
