import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod/v3';

import { isAbout } from '../../../shared/answer/aboutId';
import type { Call } from '../../../shared/http/call';
import { callTo } from '../../../shared/http/endpoint';
import { redactAddresses } from '../../../shared/http/redact';
import { callForJson } from '../../../shared/http/transport';
import { mapTexts } from '../../../shared/network/json';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { ApiVersion, Uuid } from '../../../shared/operation/scalars.schema';
import { CallbackLog, getCallbacks } from '../../../shared/signatureRequest/callbackLog';
import { requestField } from '../requestField';

const option: Operation['option'] = {
	name: 'Get Callback Log',
	value: 'getCallbackLog',
	action: 'Get callback log',
	description: 'Find out why a trigger was not called; secrets in the addresses are hidden',
};

const forAgents =
	'Get the log of the callbacks that the service sent for a request, one item for each';

const fields = [requestField];

const Parameters = z.object({ apiVersion: ApiVersion, requestId: Uuid });

const Log = CallbackLog.transform((entries) =>
	entries.map((entry) => mapTexts(entry, redactAddresses) as IDataObject),
);

async function execute({ context, itemIndex, read }: ItemContext) {
	const { apiVersion: version, requestId } = read(Parameters);
	const call: Call = { ...callTo(getCallbacks, requestId), version, itemIndex };
	const ofRequest = Log.refine((log) =>
		log.every((entry) => isAbout(entry, requestId, 'signature_request_id')),
	);
	const entries = await callForJson(context, call, ofRequest);
	return entries.map((json) => ({ json }));
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	endpoints: [getCallbacks],
	execute,
};
