export type MailKind =
	| 'invitation'
	| 'reminder'
	| 'completion'
	| 'declined'
	| 'error'
	| 'expired'
	| 'withdrawn';

/** An e-mail that the service would have sent. */
export interface Mail {
	at: number;
	/** An e-mail address, or the mobile number of a person without one. */
	to: string;
	kind: MailKind;
	subject: string;
	text: string;
	link?: string;
	/** Of the recipient. */
	language?: string;
	requestId: string;
	signatureId?: string;
}

/** An e-mail that another program has sent to the sandbox. */
export interface ReceivedMail {
	at: number;
	from: string;
	to: string[];
	subject: string;
	text: string;
	/** As it came, one character for each byte. */
	raw: string;
}
