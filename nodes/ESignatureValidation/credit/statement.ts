import type { IDataObject } from 'n8n-workflow';

import { answerObject } from '../../shared/client/answerSchema';
import { callTo } from '../../shared/client/call';
import type { Endpoint } from '../../shared/client/call';
import { callForJson } from '../../shared/client/callService';
import type { ItemContext, Operation } from '../../shared/execution/operation';
import { validationRefusals } from '../../shared/client/problemTable';

/** Passed on as it is. */
const Statement = answerObject({});

/** What an operation has that reads a statement about credits. */
export function statement(
	path: string,
	queryOf: (item: ItemContext) => IDataObject = () => ({}),
): Pick<Operation, 'versions' | 'endpoints' | 'execute'> {
	const endpoint: Endpoint = {
		interface: 'validation',
		method: 'GET',
		path: `/billing/credits${path}`,
		refusals: validationRefusals,
	};
	async function execute(item: ItemContext) {
		const { context, itemIndex } = item;
		const query = queryOf(item);
		const call = { ...callTo(endpoint), version: 'v1', query, itemIndex } as const;
		return { json: await callForJson(context, call, Statement) };
	}
	return { versions: ['v1'], endpoints: [endpoint], execute };
}
