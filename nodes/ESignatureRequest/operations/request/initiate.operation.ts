import type { Operation } from '../../../shared/operation/operation';
import { initiateEndpoint } from '../endpoints';
import { draftChange } from './draftChange';

const option: Operation['option'] = {
	name: 'Initiate',
	value: 'initiate',
	action: 'Initiate draft request',
	description: 'Open a draft for signing; invitations go to all signers at once (V3)',
};

const forAgents = 'Initiate a draft request, which sends invitation emails to all signers at once';

export const operation: Operation = {
	...draftChange(initiateEndpoint, {
		what: 'the order to initiate this request',
		done: 'The request was initiated and the invitations are sent',
	}),
	option,
	forAgents,
	done: 'initiated',
};
