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

export interface FlowSignature {
	id: string;
	/** -1 when no order is set. */
	order: number;
	status: SignatureStatus;
}

export interface Flow<Signature extends FlowSignature = FlowSignature> {
	status: RequestStatus;
	signatures: Signature[];
}
