import type { Endpoint } from '../../shared/client/call';
import type { Operation } from '../../shared/execution/operation';
import { expiryNotEnabled, LOOK_WITH_GET } from '../endpoints';
import { draftChange } from './draftChange';

const endpoint: Endpoint = {
	method: 'DELETE',
	path: '/signature-requests/{signatureRequest}/expires-at',
	howToCheck: `${LOOK_WITH_GET} whether the request still shows expires_at.`,
	refusals: [
		{ ...expiryNotEnabled, feature: undefined },
		{
			status: 400,
			message: 'You can only remove the expiry date of a draft',
			remedy: 'To send the request without an expiry date, withdraw it and create a new one.',
		},
	],
};

export const operation: Operation = {
	// The date of automatic deletion stays (interface.md 4.3).
	...draftChange(endpoint, {
		what: 'the removal of this date',
		done: 'The expiry date was removed',
	}),
	option: {
		name: 'Clear Expiry',
		value: 'clearExpiry',
		action: 'Clear expiry of draft request',
		description: 'Remove the expiry date from a draft (V3)',
	},
	forAgents: 'Remove the expiry date from a draft request',
	done: 'changed',
};
