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
	requestId: string;
	signatureId?: string;
}
