import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { aboutId } from '../../../shared/answer/aboutId';
import type { Call } from '../../../shared/http/call';
import { callForJson } from '../../../shared/http/transport';
import type { Turn } from '../../../shared/operation/operation';
import { Uuid } from '../../../shared/operation/scalars.schema';
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

/** A call about a result, which the service keeps for ten minutes. */
export function resultCall({ itemIndex }: Turn, path: string): Call {
	return {
		interface: 'validation',
		version: 'v1',
		method: 'GET',
		path,
		purpose: 'readValidation',
		itemIndex,
	};
}

const infoPath = (id: string, part: string) => `/infos/${encodeURIComponent(id)}/${part}`;

export async function readInfo(turn: Turn, id: string) {
	const call = resultCall(turn, infoPath(id, 'validation'));
	return await callForJson(turn.context, call, aboutId(ValidationInfo, id));
}

export async function readSigners(turn: Turn, id: string) {
	const call = resultCall(turn, infoPath(id, 'signers'));
	return await callForJson(turn.context, call, Signers);
}

export async function readFormat(turn: Turn, id: string) {
	const call = resultCall(turn, infoPath(id, 'format'));
	return await callForJson(turn.context, call, aboutId(Format, id));
}
