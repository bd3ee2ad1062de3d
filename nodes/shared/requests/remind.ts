import type { Endpoint } from '../client/call';

const TOO_SOON = 'error.rate_limit.reminder';

export const remindEndpoint: Endpoint = {
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
