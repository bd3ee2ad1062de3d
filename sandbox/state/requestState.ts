/** The states of a request and of its signatures (interface.md 3). */
export type RequestStatus =
	| 'DRAFT'
	| 'OPEN'
	| 'SIGNED'
	| 'DECLINED'
	| 'ERROR'
	| 'EXPIRED'
	| 'WITHDRAWN';

export type SignatureStatus = 'OPEN' | 'SIGNED' | 'DECLINED' | 'ERROR';

export interface SignatureState {
	id: string;
	/** -1 when no order is set. */
	order: number;
	status: SignatureStatus;
}

export interface RequestState<Signature extends SignatureState = SignatureState> {
	status: RequestStatus;
	signatures: Signature[];
}
