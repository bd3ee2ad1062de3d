import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';

import { readCredentials } from '../account/credentials';
import { dialectOf } from '../account/dialect';
import type { Dialect } from '../account/dialect';

/** Before anything is sent: another service would not know the call. */
export async function requireDialect(
	context: IExecuteFunctions,
	{
		itemIndex,
		what,
		dialects,
	}: {
		itemIndex: number;
		/** As the form calls it. */
		what: string;
		/** Where it is offered; everywhere, unless it says otherwise. */
		dialects?: readonly Dialect[];
	},
): Promise<void> {
	if (dialects === undefined || dialects.includes(dialectOf(await readCredentials(context))))
		return;
	throw new NodeOperationError(
		context.getNode(),
		`${what} is not available at the address in this credential`,
		{
			itemIndex,
			description:
				'The regions Switzerland and Germany have it, and custom addresses whose Dialect is Public Regions. Choose another credential. Nothing was sent.',
		},
	);
}

/** As in the lists of the form: of `sendTo` and Create, "Send-To: Create". */
export function operationLabel(
	context: IExecuteFunctions,
	{ itemIndex, name }: { itemIndex: number; name: string },
): string {
	const resource = context.getNodeParameter('resource', itemIndex) as string;
	const words = resource.replace(/[A-Z]/g, '-$&').replace(/^./, (first) => first.toUpperCase());
	return `${words}: ${name}`;
}
