import { z } from 'zod';

import type { Call } from '../../../shared/http/call';
import { callService } from '../../../shared/http/transport';
import { sendOnce } from '../../../shared/operation/once';
import type { Operation, Turn } from '../../../shared/operation/operation';
import { ApiVersion, Uuid } from '../../../shared/operation/scalars.schema';
import { pathOf } from '../../../shared/signatureRequest/readRequest';
import { requestField } from '../requestField';

const option: Operation['option'] = {
	name: 'Remind',
	value: 'remind',
	action: 'Remind signers',
	description: 'Send a reminder e-mail to the signers who have not signed yet',
};

const forAgents = 'Remind the signers of a request by e-mail, once an hour per signer at most';

const fields = [requestField];

const Parameters = z.object({ apiVersion: ApiVersion, requestId: Uuid });

async function execute({ context, itemIndex, read }: Turn) {
	const { apiVersion: version, requestId } = read(Parameters);
	const call: Call = {
		version,
		method: 'POST',
		path: pathOf(requestId, 'remind'),
		purpose: 'remind',
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

export const remind: Operation = { option, forAgents, fields, done: 'reminded', execute };
