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
			message: 'Only a draft can lose its expiry date, and this request is not a draft any more',
			remedy:
				'An initiated request keeps its date. If it must not expire, withdraw it and create a new one without a date.',
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
		description: 'Remove the last day to sign from a draft (V3)',
	},
	forAgents: 'Remove the expiry date from a draft request',
	done: 'changed',
};
