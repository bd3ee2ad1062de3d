import { z } from 'zod/v3';

import { callTo } from '../../../shared/http/endpoint';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { outputShape } from '../../../shared/operation/output';
import { Uuid } from '../../../shared/operation/scalars.schema';
import { getRequest } from '../../../shared/signatureRequest/readRequest';
import { changeRequest } from '../changeRequest';
import { initiateEndpoint } from '../endpoints';
import { requestField } from '../requestField';
import { requestOutput, requestOutputFields } from '../requestOutput';

const option: Operation['option'] = {
	name: 'Initiate',
	value: 'initiate',
	action: 'Initiate draft request',
	description: 'Open a draft for signing; invitations go to all signers at once (V3)',
};

const forAgents = 'Initiate a draft request, which sends invitation e-mails to all signers at once';

const fields = [requestField, ...requestOutputFields];

const Parameters = z.object({ requestId: Uuid, ...outputShape });

/** Drafts exist in v3 only (interface.md part 9). */
async function execute({ context, itemIndex, read }: ItemContext) {
	const { requestId, ...choice } = read(Parameters);
	const request = await changeRequest(context, {
		version: 'v3',
		requestId,
		itemIndex,
		call: callTo(initiateEndpoint, requestId),
		what: 'the order to initiate this request',
		done: 'The request was initiated and the invitations are sent',
	});
	return { json: requestOutput(request, choice) };
}

export const initiate: Operation = {
	option,
	forAgents,
	fields,
	versions: ['v3'],
	endpoints: [initiateEndpoint, getRequest],
	done: 'initiated',
	execute,
};
