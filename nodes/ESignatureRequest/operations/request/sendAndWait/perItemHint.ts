import type { NodeHint } from 'n8n-workflow';

/**
 * For an operation that is called `sendAndWait`, n8n's editor says "This action will run only once, for the first input
 * item", which is true of n8n's own nodes. It cannot be removed, so this hint stands above it.
 */
export const perItemHint: NodeHint = {
	message:
		'This node sends one request for each input item, unless Execute Once is on. n8n’s hint about the first input item does not apply to it.',
	type: 'info',
	location: 'outputPane',
	displayCondition: '={{ $parameter["operation"] === "sendAndWait" && $input.all().length > 1 }}',
};
