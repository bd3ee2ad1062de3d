import { NodeOperationError } from 'n8n-workflow';
import type { IHookFunctions } from 'n8n-workflow';

import { TriggerPath } from '../shared/callback/triggerPath';

/** When n8n begins to listen: a trigger that could never be called is not published. */
export function requirePath(context: IHookFunctions): void {
	const { error } = TriggerPath.safeParse(context.getNodeParameter('path'));
	if (!error) return;
	throw new NodeOperationError(
		context.getNode(),
		`Path ${error.issues[0]?.message ?? 'is not valid'}`,
		{
			description:
				'Correct the field Path of this trigger, for example to e-signature, and publish the workflow again.',
		},
	);
}
