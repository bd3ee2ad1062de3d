import type { IDataObject } from 'n8n-workflow';

import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import { callForJson } from '../../../shared/http/transport';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { validationRefusals } from '../../../shared/validation/refusals';
import { Statement } from '../validation.schema';

/** What an operation has that reads a statement about credits, which is passed on as it is. */
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
