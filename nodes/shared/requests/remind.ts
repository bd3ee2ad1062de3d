import type { Endpoint } from '../client/call';

const TOO_SOON = 'error.rate_limit.reminder';

export const remindEndpoint: Endpoint = {
	method: 'POST',
	path: '/signature-requests/{signatureRequest}/remind',
	howToCheck:
		'Try again within the hour. If Skribble refuses it with status 429, the first reminder was sent.',
	// A reminder that is refused by 429 alone came within the hour (interface.md part 8).
	keys: { 429: TOO_SOON },
	refusals: [
		{
			key: TOO_SOON,
			isFinal: true,
			message: 'Skribble reminded this signer less than an hour ago',
			remedy:
				'Try again after an hour. To continue without the reminder, set On Error in the settings of the node.',
		},
	],
};
