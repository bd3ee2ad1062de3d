import type { Operation } from '../../shared/execution/operation';
import { initiateEndpoint } from '../endpoints';
import { draftChange } from './draftChange';

export const operation: Operation = {
	...draftChange(initiateEndpoint, {
		what: 'the order to initiate this request',
		done: 'The request was initiated and the invitations are sent',
	}),
	option: {
		name: 'Initiate',
		value: 'initiate',
		action: 'Initiate draft request',
		description: 'Send a draft for signature. Skribble invites all signers at the same time (V3).',
	},
	forAgents: 'Initiate a draft request. Skribble emails an invitation to all signers immediately',
	done: 'initiated',
};
