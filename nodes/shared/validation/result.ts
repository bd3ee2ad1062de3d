import { z } from 'zod/v3';

import { answerObject } from '../client/answerSchema';
import { aboutId, callForJson } from '../client/callService';
import { callTo } from '../client/call';
import type { Call, Endpoint } from '../client/call';
import { validationRefusals } from '../client/problemTable';
import type { ExplainedRefusal } from '../client/problemTable';
import type { ItemContext } from '../execution/operation';
import { field } from '../form/field';
import { Uuid } from '../form/readers';

/** interface.md 4.6. Types of the fields are not part of the contract. */
const ValidationInfo = answerObject({});
const Signers = z.array(answerObject({}));
const Format = answerObject({});

export const ValidationAnswer = answerObject({
	id: z.string(),
	additionalInfos: z
		.object({
			validation: ValidationInfo.optional().catch(undefined),
			signer: Signers.optional().catch(undefined),
			format: Format.optional().catch(undefined),
		})
		.nullish()
		.catch(undefined),
});

export const validationIdField = field({
	displayName: 'Validation ID',
	name: 'validationId',
	type: 'string',
	default: '',
	required: true,
	reader: Uuid,
	placeholder: 'e.g. 28c29d94-2d47-0a5a-7b3f-6c9f8ab5c2a1',
	description: 'From the output of Validate Document, valid for ten minutes',
	forModel: 'id from Validate document, valid for ten minutes',
});

const resultRefusals: ExplainedRefusal[] = [
	...validationRefusals,
	{
		status: 404,
		message: 'Skribble has deleted this validation result, or never had it',
		remedy:
			'Skribble keeps a result for ten minutes. Validate the document again, and read the result in time. Full Report reads everything at once.',
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
export const etsiEndpoint = resultEndpoint('/reports/{id}/etsi');
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
