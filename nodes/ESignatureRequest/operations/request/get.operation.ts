import { z } from 'zod/v3';

import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { outputShape } from '../../../shared/operation/output';
import { ApiVersion, Uuid } from '../../../shared/operation/scalars.schema';
import { getRequest, readRequest } from '../../../shared/signatureRequest/readRequest';
import { requestField } from '../requestField';
import { requestOutput, requestOutputFields } from '../requestOutput';

const option: Operation['option'] = {
	name: 'Get',
	value: 'get',
	action: 'Get signature request',
	description: 'Read the present state of a request, its progress and the link for each signer',
};

const forAgents = 'Get a signature request with its state, who has signed and who signs next';

const fields = [requestField, ...requestOutputFields];

const Parameters = z.object({ apiVersion: ApiVersion, requestId: Uuid, ...outputShape });

async function execute({ context, itemIndex, read }: ItemContext) {
	const { apiVersion: version, requestId, ...choice } = read(Parameters);
	const request = await readRequest(context, { version, requestId, itemIndex });
	return { json: requestOutput(request, choice) };
}

export const operation: Operation = { option, forAgents, fields, endpoints: [getRequest], execute };
