/** Something that was signed or sealed; it is remembered longer than the request. */
export interface Activity {
	id: string;
	action: 'SIGNED' | 'SEALED';
	at: number;
	/** The API user whose request or seal it was. */
	initiator: string;
	/** Absent for a seal. */
	requestId?: string;
	quality: string;
	legislation?: string;
	signer: {
		email?: string;
		firstName?: string;
		lastName?: string;
		mobileNumber?: string;
		type: 'member' | 'external' | 'api';
	};
}
