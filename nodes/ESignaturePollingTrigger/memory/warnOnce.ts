import type { IPollFunctions } from 'n8n-workflow';

import { setBounded } from '../../shared/memory/bounded';
import { nodeKey } from './nodeKey';

const MOST_REMEMBERED = 1_000;

const warned = new Map<string, true>();

/** Once for each node and process: every poll would say the same. */
export function warnOnce(context: IPollFunctions, warning: string): void {
	const key = `${nodeKey(context)}/${warning}`;
	if (warned.has(key)) return;
	setBounded(warned, key, true, MOST_REMEMBERED);
	context.logger.warn(`${context.getNode().name}: ${warning}`);
}
