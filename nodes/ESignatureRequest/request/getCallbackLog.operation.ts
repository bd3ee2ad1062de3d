import type { IDataObject } from 'n8n-workflow';

import { callForJson, isAbout } from '../../shared/client/callService';
import { redactAddresses } from '../../shared/client/redact';
import { mapTexts } from '../../shared/network/json';
import type { Operation } from '../../shared/execution/operation';
import { CallbackLog, getCallbacks } from '../../shared/requests/callbackEvent';
import { requestField } from '../requestForm';

const fields = [requestField];

const Log = CallbackLog.transform((entries) =>
	entries.map((entry) => mapTexts(entry, redactAddresses) as IDataObject),
);

export const operation: Operation = {
	option: {
		name: 'Get Callback Log',
		value: 'getCallbackLog',
		action: 'Get callback log',
		description: "See why a trigger didn't start. Secrets in the URLs are hidden.",
	},
	forAgents:
		'Get the log of the callbacks that Skribble sent for a request, one item for each callback',
	fields,
	endpoints: [getCallbacks],
	async execute({ context, read, callTo }) {
		const { requestId } = read(fields);
		const ofRequest = Log.refine((log) =>
			log.every((entry) => isAbout(entry, requestId, 'signature_request_id')),
		);
		const entries = await callForJson(context, callTo(getCallbacks, requestId), ofRequest);
		return entries.map((json) => ({ json }));
	},
};
