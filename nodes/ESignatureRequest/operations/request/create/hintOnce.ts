import type { IExecuteFunctions } from 'n8n-workflow';

const shown = new WeakMap<object, Set<string>>();

/** A hint above the output of the node; the same words appear once, however many items have cause for them. */
export function hintOnce(context: IExecuteFunctions, message: string): void {
	const ofRun = shown.get(context) ?? new Set<string>();
	shown.set(context, ofRun);
	if (ofRun.has(message)) return;
	ofRun.add(message);
	context.addExecutionHints({ message, location: 'outputPane', type: 'warning' });
}
