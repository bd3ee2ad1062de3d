import { z } from 'zod';

import { aboutId } from '../../../shared/answer/aboutId';
import type { Call } from '../../../shared/http/call';
import { callForJson } from '../../../shared/http/transport';
import type { Operation, Turn } from '../../../shared/operation/operation';
import { Uuid } from '../../../shared/operation/scalars.schema';
import { pathOf } from '../../../shared/signatureRequest/readRequest';
import { requestField } from '../requestField';
import { Observer, observerField, ObserverId } from './observer.schema';

const option: Operation['option'] = {
	name: 'Get',
	value: 'get',
	action: 'Get observer',
	description: 'Read who observes, since when and invited by whom (V3)',
};

const fields = [requestField, observerField];

const Parameters = z.object({ requestId: Uuid, observerId: ObserverId });

async function execute({ context, itemIndex, read }: Turn) {
	const { requestId, observerId } = read(Parameters);
	const path = pathOf(requestId, 'observers', observerId);
	const call: Call = { version: 'v3', method: 'GET', path, itemIndex };
	return { json: await callForJson(context, call, aboutId(Observer, observerId)) };
}

export const getObserver: Operation = { option, fields, versions: ['v3'], execute, parallel: true };
