/** What the pages of a sent document say; in English, like the overview. */
export const words = {
	claim: {
		title: 'A document was sent to you',
		lead: 'Claim it to sign it, or to have it signed by others. After a day without a claim it is deleted.',
		email: 'Your email address',
		submit: 'Claim document',
	},
	start: {
		title: 'Who signs?',
		lead: 'Each of them gets an invitation by email.',
		signers: 'Email addresses of the signers, separated by commas',
		submit: 'Start signing',
	},
	invalid: 'Please enter valid email addresses.',
	claimed: ['This document was claimed', 'Only the person who claimed it can go on here.'],
	missing: [
		'This document is not available',
		'It was deleted, was not claimed within a day, or the address is incomplete.',
	],
	download: 'Download PDF',
} as const;
