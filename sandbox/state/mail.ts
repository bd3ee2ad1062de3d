export type MailKind =
	| 'invitation'
	| 'reminder'
	| 'completion'
	| 'declined'
	| 'error'
	| 'expired'
	| 'withdrawn';

/** An email that the service would have sent. */
export interface Mail {
	at: number;
	/** An email address, or the mobile number of a person without one. */
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

/** An email that somebody else has sent to the sandbox. */
export interface ReceivedMail {
	at: number;
	from: string;
	to: string[];
	subject: string;
	text: string;
	/** As it came, one character for each byte. */
	raw: string;
}
