import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { aboutId } from '../../../shared/answer/aboutId';
import type { Call } from '../../../shared/http/call';
import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import type { ExplainedRefusal } from '../../../shared/http/problemTable';
import { callForJson } from '../../../shared/http/transport';
import type { ItemContext } from '../../../shared/operation/operation';
import { Uuid } from '../../../shared/operation/scalars.schema';
import { validationRefusals } from '../../../shared/validation/refusals';
import { Format, Signers, ValidationInfo } from '../validation.schema';

export const validationIdField: INodeProperties = {
	displayName: 'Validation ID',
	name: 'validationId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 28c29d94-2d47-0a5a-7b3f-6c9f8ab5c2a1',
	description: 'The ID that Validate Document answered with, at most ten minutes ago',
};

export const ValidationId = z.object({ validationId: Uuid });

const resultRefusals: ExplainedRefusal[] = [
	...validationRefusals,
	{
		status: 404,
		message: 'The service does not have this validation result any more',
		remedy:
			'A result lives for ten minutes. Validate the document again and read the result within that time; Full Report reads everything at once.',
	},
];

/** About a result, which the service keeps for ten minutes. */
export function resultEndpoint(path: string, more: Partial<Endpoint> = {}): Endpoint {
	return { interface: 'validation', method: 'GET', path, refusals: resultRefusals, ...more };
}

export function resultCall({ itemIndex }: ItemContext, endpoint: Endpoint, id: string): Call {
	return { ...callTo(endpoint, id), version: 'v1', itemIndex };
}

export const infoEndpoint = resultEndpoint('/infos/{id}/validation');
export const signersEndpoint = resultEndpoint('/infos/{id}/signers');
export const formatEndpoint = resultEndpoint('/infos/{id}/format');

export async function readInfo(item: ItemContext, id: string) {
	const call = resultCall(item, infoEndpoint, id);
	return await callForJson(item.context, call, aboutId(ValidationInfo, id));
}

export async function readSigners(item: ItemContext, id: string) {
	const call = resultCall(item, signersEndpoint, id);
	return await callForJson(item.context, call, Signers);
}

export async function readFormat(item: ItemContext, id: string) {
	const call = resultCall(item, formatEndpoint, id);
	return await callForJson(item.context, call, aboutId(Format, id));
}
