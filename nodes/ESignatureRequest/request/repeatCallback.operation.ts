import { readAccount } from '../../shared/account/account';
import { callAsSkribble, storedCallback } from '../../shared/callbacks/storedCallback';
import type { CallbackResult } from '../../shared/callbacks/storedCallback';
import { fields } from '../../shared/form/field';
import { optionsField, timeoutField } from '../../shared/form/fields';
import { omitUndefined } from '../../shared/network/json';
import type { Operation } from '../../shared/execution/operation';
import { getRequest, readStoredCallbacks } from '../../shared/requests/readRequest';
import { outcomeOf } from '../../shared/requests/requestEvent';
import { requestFacts } from '../../shared/requests/shownRequest';
import type { RequestWithCallbacks } from '../../shared/requests/signatureRequest.schema';
import { requestField } from '../requestForm';

const form = fields(
	requestField,
	optionsField([
		{
			...timeoutField,
			description:
				'How long to wait for the answer. A waiting execution may download documents first.',
		},
	]),
);

/** It changes nothing at the service, and what was handled is not handled again: so it counts as a read. */
export const operation: Operation = {
	option: {
		name: 'Repeat Callback',
		value: 'repeatCallback',
		action: 'Repeat callback of request',
		description: 'Call a trigger or a waiting execution again if it missed the end of a request',
	},
	forAgents:
		'Repeat the callback of a request that has ended, so that the waiting workflow continues. A callback that was already handled has no effect',
	fields: form,
	endpoints: [getRequest],
	async execute({ context, itemIndex, version, read }) {
		const { requestId, options } = read(form);
		const account = await readAccount(context);
		const stored = await readStoredCallbacks(context, { version, requestId, itemIndex });
		const { timeoutSeconds = timeoutField.default } = options;
		const due = dueCallback(stored, account);
		const { result, status: httpStatus } =
			'url' in due ? await callAsSkribble(context, due.url, timeoutSeconds * 1000) : due;
		return { json: omitUndefined({ ...requestFacts(stored.request), result, httpStatus }) };
	},
};

/** The URL that Skribble calls for the present state of a request (interface.md part 6). */
function dueCallback(
	stored: RequestWithCallbacks,
	account: Parameters<typeof storedCallback>[1],
): { url: string } | CallbackResult {
	const outcome = outcomeOf(stored.request);
	if (outcome === undefined) return { result: 'stillOpen' };
	// Skribble calls no URL when a request expires (interface.md 3.1).
	if (outcome === 'expired') return { result: 'noCallback' };
	const callback = storedCallback(stored, account, outcome === 'signed' ? 'success' : 'error');
	return callback ?? { result: 'noCallback' };
}
