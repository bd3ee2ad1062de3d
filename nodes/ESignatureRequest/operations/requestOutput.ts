import type { IDataObject } from 'n8n-workflow';
import type { z } from 'zod/v3';

import { outputFields, shapeOutput } from '../../shared/operation/output';
import type { outputShape } from '../../shared/operation/output';
import {
	SELECTABLE_FIELDS,
	simplifyRequest,
	toOutput,
} from '../../shared/signatureRequest/shownRequest';
import type { SignatureRequest } from '../../shared/signatureRequest/signatureRequest.schema';

/** Simplify for people, Output for agents; for every operation that answers with a request. */
export const requestOutputFields = outputFields(SELECTABLE_FIELDS);

export function requestOutput(
	request: SignatureRequest,
	choice: z.output<z.ZodObject<typeof outputShape>>,
): IDataObject {
	return shapeOutput(toOutput(request), choice, () => simplifyRequest(request));
}
