/** As forms offer them. */
export const requestStates = [
	{ name: 'Declined', value: 'DECLINED', description: 'A signer declined' },
	{ name: 'Draft', value: 'DRAFT', description: 'Not initiated yet (V3)' },
	{ name: 'Error', value: 'ERROR', description: 'A technical error ended the request' },
	{ name: 'Expired', value: 'EXPIRED', description: 'The expiry date has passed (V3)' },
	{ name: 'Open', value: 'OPEN', description: 'Waits for signatures' },
	{ name: 'Signed', value: 'SIGNED', description: 'All have signed' },
	{ name: 'Withdrawn', value: 'WITHDRAWN', description: 'Ended by its owner' },
];
