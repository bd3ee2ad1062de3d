import type { Endpoint } from '../../shared/client/call';
import { callService } from '../../shared/client/callService';
import { sendOnce } from '../../shared/execution/checkpoints';
import type { Operation } from '../../shared/execution/operation';
import { openRequestField } from '../requestForm';

const fields = [openRequestField];

const TOO_SOON = 'error.rate_limit.reminder';

const endpoint: Endpoint = {
	method: 'POST',
	path: '/signature-requests/{signatureRequest}/remind',
	howToCheck:
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

export const operation: Operation = {
	option: {
		name: 'Remind',
		value: 'remind',
		action: 'Remind signers',
		description: "Email everyone who hasn't signed yet",
	},
	forAgents:
		"Remind everyone who hasn't signed a request yet by email, at most once an hour per signer. You can't remind a single signer",
	fields,
	endpoints: [endpoint],
	done: 'reminded',
	async execute({ context, itemIndex, read, callTo }) {
		const { requestId } = read(fields);
		const json = await sendOnce(context, itemIndex, {
			what: 'this reminder',
			send: async () => {
				await callService(context, callTo(endpoint, requestId));
				return { id: requestId, reminded: true };
			},
		});
		return { json };
	},
};
