import { z } from 'zod/v3';

import type { Call } from '../../../shared/http/call';
import { callTo } from '../../../shared/http/endpoint';
import type { Endpoint } from '../../../shared/http/endpoint';
import { callService } from '../../../shared/http/transport';
import { sendOnce } from '../../../shared/operation/once';
import type { ItemContext, Operation } from '../../../shared/operation/operation';
import { ApiVersion, Uuid } from '../../../shared/operation/scalars.schema';
import { openRequestField } from '../requestField';

const option: Operation['option'] = {
	name: 'Remind',
	value: 'remind',
	action: 'Remind signers',
	description: 'Send a reminder email to the signers who have not signed yet',
};

const forAgents = 'Remind the signers of a request by email, once an hour per signer at most';

const fields = [openRequestField];

const TOO_SOON = 'error.rate_limit.reminder';

const endpoint: Endpoint = {
	method: 'POST',
	path: '/signature-requests/{signatureRequest}/remind',
	lostAnswer:
		'Run Remind again within the hour: if the service refuses it (status 429), the first reminder has gone out; otherwise it goes out now.',
	// A reminder that is refused by 429 alone came within the hour (interface.md part 8).
	keys: { 429: TOO_SOON },
	refusals: [
		{
			key: TOO_SOON,
			isFinal: true,
			message: 'This signer has been reminded less than an hour ago',
			remedy:
				'One reminder per signer and hour is possible. Run again when the hour is over, or set On Error in the settings of the node to go on without it.',
		},
	],
};

const Parameters = z.object({ apiVersion: ApiVersion, requestId: Uuid });

async function execute({ context, itemIndex, read }: ItemContext) {
	const { apiVersion: version, requestId } = read(Parameters);
	const call: Call = {
		...callTo(endpoint, requestId),
		version,
		itemIndex,
	};
	const json = await sendOnce(context, itemIndex, {
		what: 'this reminder',
		send: async () => {
			await callService(context, call);
			return { id: requestId, reminded: true };
		},
	});
	return { json };
}

export const operation: Operation = {
	option,
	forAgents,
	fields,
	endpoints: [endpoint],
	done: 'reminded',
	execute,
};
