import { z } from 'zod/v3';

import { aboutId } from '../../../shared/answer/aboutId';
import type { Call } from '../../../shared/http/call';
import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import { callForJson } from '../../../shared/http/transport';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { Uuid } from '../../../shared/operation/scalars.schema';
import { requestField } from '../requestField';
import { Observer, observerField, ObserverId } from './observer.schema';

const option: Operation['option'] = {
	name: 'Get',
	value: 'get',
	action: 'Get observer',
	description: 'Read who observes, since when and invited by whom (V3)',
};

const fields = [requestField, observerField];

const endpoint: Endpoint = {
	method: 'GET',
	path: '/signature-requests/{signatureRequest}/observers/{observer}',
};

const Parameters = z.object({ requestId: Uuid, observerId: ObserverId });

async function execute({ context, itemIndex, read }: ItemContext) {
	const { requestId, observerId } = read(Parameters);
	const call: Call = { ...callTo(endpoint, requestId, observerId), version: 'v3', itemIndex };
	return { json: await callForJson(context, call, aboutId(Observer, observerId)) };
}

export const operation: Operation = {
	option,
	fields,
	versions: ['v3'],
	endpoints: [endpoint],
	execute,
};
