import type { IExecuteFunctions } from 'n8n-workflow';

import { perRun } from '../../../../shared/memory/perRun';

const shownIn = perRun(() => new Set<string>());

/** A hint above the output of the node; the same words appear once, however many items have cause for them. */
export function hintOnce(context: IExecuteFunctions, message: string): void {
	const shown = shownIn(context);
	if (shown.has(message)) return;
	shown.add(message);
	context.addExecutionHints({ message, location: 'outputPane', type: 'warning' });
}
