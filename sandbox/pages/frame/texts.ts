/** Every text that people read on the pages. Another language is another entry of TEXTS. */
const en = {
	product: 'Signature sandbox',
	sandboxNote: 'A sandbox for trying things out: signatures made here have no legal weight.',
	skipToContent: 'Skip to the content',

	confirm: {
		title: 'Confirm your address',
		lead: 'You are asked to sign a document. Enter the e-mail address that the invitation was sent to.',
		email: 'E-mail address',
		submit: 'Continue',
		invalid: 'Please enter an e-mail address.',
		notAsked: (email: string) => `${email} is not asked to sign this document.`,
	},
	person: {
		youAre: 'You are',
		notYou: 'Use another address',
	},
	sign: {
		skip: 'Skip to signing',
		from: 'From',
		message: 'Message',
		documents: (count: number) => (count === 1 ? 'Document' : 'Documents'),
		signBefore: 'Sign by',
		place: 'Place of your signature',
		placeOnPage: (page: number) => `Page ${page}`,
		placeInField: (page: number, field: string) => `Page ${page}, field “${field}”`,
		placeHidden: 'Added to the document without a visible mark',
		mark: 'Your signature',
		heading: 'Sign',
		lead: 'Type your name as it should stand in the document.',
		name: 'Your name',
		nameMissing: 'Please type your name.',
		submit: 'Sign document',
		submitAll: (count: number) => `Sign ${count} documents`,
		goToSigning: 'Go to signing',
	},
	decline: {
		open: 'Decline instead',
		reason: 'Reason for declining',
		reasonHint: 'The sender can read it. Nobody can sign the document afterwards.',
		reasonMissing: 'Please say why you decline.',
		submit: 'Decline',
	},
	document: {
		heading: 'Document',
		page: (page: number, count: number) => `Page ${page} of ${count}`,
		picture: (title: string, page: number, count: number) => `${title}, page ${page} of ${count}`,
		download: 'Download PDF',
		downloadSigned: 'Download the signed document',
	},
	outcomes: {
		thanks: ['Thank you, you have signed', 'Your signature is now part of the document.'],
		youDeclined: ['You have declined', 'The sender is told. The document can no longer be signed.'],
		youFailed: [
			'Your signature could not be added',
			'A technical error occurred. The sender is told and may ask you again.',
		],
		alreadySigned: ['You have already signed', 'There is nothing left to do for you.'],
		alreadyDeclined: ['You have already declined', 'The document can no longer be signed.'],
		declinedByAnother: [
			'This request was declined',
			'Somebody declined to sign, so the document can no longer be signed.',
		],
		failed: [
			'This request ended with an error',
			'A technical error occurred, so the document can no longer be signed.',
		],
		expired: ['This request has expired', 'The time for signing is over. Please ask the sender.'],
		withdrawn: ['This request was withdrawn', 'The sender does not need your signature any more.'],
		notSentYet: [
			'This request was not sent yet',
			'The sender is still preparing it. You will get an invitation.',
		],
		notYourTurn: ['It is not your turn yet', 'Others sign before you. You can sign after them.'],
	} satisfies Record<string, [title: string, lead: string]>,
	missing: [
		'This request does not exist',
		'It was deleted, you are no longer asked to sign, or the address is incomplete.',
	],
	waitingFor: 'Waiting for',
	declinedReason: 'Your reason',
	signAgain: 'You are asked to sign once more',
	stillMissing: (count: number) =>
		count === 0
			? 'Everybody has signed.'
			: `${count} more ${count === 1 ? 'person has' : 'people have'} to sign.`,
	exit: {
		countdown: (seconds: number) => ['You will be taken back in', String(seconds), 'seconds.'],
		go: 'Continue now',
		leave: 'Continue',
		stay: 'Stay on this page',
		stayed: 'You stay on this page.',
	},
	overview: {
		lead: 'Everything the sandbox was asked and did. It lives in memory until the sandbox stops.',
		access: 'Access',
		address: 'Signing address',
		validation: 'Validation address',
		username: 'API username',
		apiKey: 'API key',
		clock: 'Time in the sandbox',
		letTimePass: 'Let time pass',
		timePassed: (what: string) => `${what} passed.`,
		sections: 'Sections',
		requests: 'Signature requests',
		mails: 'E-mails',
		callbacks: 'Callbacks',
		calls: 'Calls received',
		noRequests: 'No requests yet. Create one through the interface, and it appears here.',
		noMails: 'No e-mails yet. Invitations, reminders and results appear here; nothing is sent.',
		noCallbacks: 'No callbacks yet.',
		noCalls: 'No calls yet.',
		newest: (count: number, all: number) => (all > count ? `newest ${count} of ${all}` : `${all}`),
		owner: 'Owner',
		created: 'Created',
		expires: 'Expires',
		noSigners: 'No signers yet.',
		openPage: 'Open signing page',
		sign: 'Sign',
		decline: 'Decline',
		fail: 'Fail technically',
		more: 'Name and reason',
		signName: 'Name to sign with',
		declineReason: 'Reason for declining',
		done: { sign: 'Signed.', decline: 'Declined.', fail: 'Failed technically.' },
		declinedBecause: 'Reason',
		to: 'to',
		openLink: 'Open link',
		attempts: (count: number) => `${count} ${count === 1 ? 'attempt' : 'attempts'}`,
		pending: 'no answer yet',
		spans: {
			minute: 'A minute',
			tenMinutes: 'Ten minutes',
			hour: 'An hour',
			day: 'A day',
		},
	},
	refused: ['This did not work', 'Go back and try again.'],
};

export type Texts = typeof en;

const TEXTS: Record<string, Texts> = { en };

/** The language asked for, as far as it exists. */
export function textsFor(lang: string | undefined): { lang: string; texts: Texts } {
	const [asked = ''] = (lang ?? '').toLowerCase().split(/[-_]/, 1);
	const found = Object.hasOwn(TEXTS, asked) ? asked : 'en';
	return { lang: found, texts: TEXTS[found] ?? en };
}
