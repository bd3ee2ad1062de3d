import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';

import { readAccount } from '../../../../shared/account/account';
import { LONGEST_TIMEOUT_SECONDS, optionsField } from '../../../../shared/operation/fields';
import { omitUndefined } from '../../../../shared/operation/omit';
import type { ItemContext, Operation } from '../../../../shared/operation/operation';
import { ApiVersion, TimeoutSeconds, Uuid } from '../../../../shared/operation/scalars.schema';
import { getRequest, readStoredCallbacks } from '../../../../shared/signatureRequest/readRequest';
import { requestFacts } from '../../../../shared/signatureRequest/shownRequest';
import { requestField } from '../../requestField';
import { callAsService } from './callAsService';
import { dueCallback } from './dueCallback';

const option: Operation['option'] = {
	name: 'Repeat Callback',
	value: 'repeatCallback',
	action: 'Repeat callback of request',
	description:
		'Call the trigger or the waiting execution of a request that has ended, in case its callback was lost',
};

const forAgents =
	'Repeat the callback of a request that has ended, so that the workflow which waits for it goes on; what was handled already is not repeated';

const USUAL_TIMEOUT_SECONDS = 60;

const timeoutField: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeoutSeconds',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LONGEST_TIMEOUT_SECONDS },
	default: USUAL_TIMEOUT_SECONDS,
	description:
		'How long to wait for the answer to the callback; a waiting execution may download documents first',
};

const fields = [requestField, optionsField([timeoutField])];

const Parameters = z.object({
	apiVersion: ApiVersion,
	requestId: Uuid,
	options: z.object({ timeoutSeconds: TimeoutSeconds.optional() }),
});

async function execute({ context, itemIndex, read }: ItemContext) {
	const { apiVersion: version, requestId, options } = read(Parameters);
	const account = await readAccount(context);
	const stored = await readStoredCallbacks(context, { version, requestId, itemIndex });
	const due = dueCallback(stored, account);
	const { timeoutSeconds = USUAL_TIMEOUT_SECONDS } = options;
	const outcome =
		'address' in due
			? await callAsService(context, { address: due.address, timeoutMs: timeoutSeconds * 1000 })
			: due;
	const { result, status: httpStatus } = outcome;
	return { json: omitUndefined({ ...requestFacts(stored.request), result, httpStatus }) };
}

/** It changes nothing at the service, and what was handled is not handled again: so it counts as a read. */
export const operation: Operation = {
	option,
	forAgents,
	fields,
	endpoints: [getRequest],
	execute,
};
