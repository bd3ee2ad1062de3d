import { callService } from '../../shared/client/callService';
import { sendOnce } from '../../shared/execution/checkpoints';
import type { Operation } from '../../shared/execution/operation';
import { remindEndpoint } from '../../shared/requests/remind';
import { openRequestField } from '../requestForm';

const fields = [openRequestField];

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
	endpoints: [remindEndpoint],
	done: 'reminded',
	async execute({ context, itemIndex, read, callTo }) {
		const { requestId } = read(fields);
		const json = await sendOnce(context, itemIndex, {
			what: 'this reminder',
			send: async () => {
				await callService(context, callTo(remindEndpoint, requestId));
				return { id: requestId, reminded: true };
			},
		});
		return { json };
	},
};
