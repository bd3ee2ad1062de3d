import type {
	RequestState,
	SignatureState,
	RequestStatus,
	SignatureStatus,
} from '../../state/requestState.ts';
import { badRequest } from '../../http/problem.ts';

/** What leads from one state to the next (interface.md 3). */
export type Transition =
	| { kind: 'initiate' | 'expire' | 'withdraw' }
	| { kind: 'sign' | 'decline' | 'fail' | 'remove'; signatureId: string };

/** The state after the transition, or a refusal when part 3 does not have it. */
export function nextState<Signature extends SignatureState>(
	state: RequestState<Signature>,
	transition: Transition,
): RequestState<Signature> {
	const { signatures } = state;
	switch (transition.kind) {
		case 'initiate':
			requireStatus(state, ['DRAFT']);
			return { status: 'OPEN', signatures };
		case 'expire':
			requireStatus(state, ['OPEN']);
			return { status: 'EXPIRED', signatures };
		case 'withdraw':
			requireStatus(state, ['OPEN']);
			return { status: 'WITHDRAWN', signatures };
		case 'remove': {
			requireStatus(state, ['DRAFT', 'OPEN']);
			const { id } = requireOpenSignature(state, transition.signatureId);
			return settled({ ...state, signatures: signatures.filter((other) => other.id !== id) });
		}
		case 'sign':
			requireTurn(state, transition.signatureId);
			return finished(state, transition.signatureId, 'SIGNED');
		case 'decline':
			return finished(state, transition.signatureId, 'DECLINED');
		case 'fail':
			return finished(state, transition.signatureId, 'ERROR');
	}
}

function finished<Signature extends SignatureState>(
	state: RequestState<Signature>,
	signatureId: string,
	status: SignatureStatus,
): RequestState<Signature> {
	requireStatus(state, ['OPEN']);
	const { id } = requireOpenSignature(state, signatureId);
	return settled({
		...state,
		signatures: state.signatures.map((one) => (one.id === id ? { ...one, status } : one)),
	});
}

/** Part 3.2: what an open request becomes by its signatures. */
function settled<Signature extends SignatureState>(
	state: RequestState<Signature>,
): RequestState<Signature> {
	if (state.status !== 'OPEN') return state;
	const has = (status: SignatureStatus) => state.signatures.some((one) => one.status === status);
	if (has('ERROR')) return { ...state, status: 'ERROR' };
	if (has('DECLINED')) return { ...state, status: 'DECLINED' };
	if (has('SIGNED') && !has('OPEN')) return { ...state, status: 'SIGNED' };
	return state;
}

/** Open signatures that no one of a smaller order holds up. */
export function dueSignatures<Signature extends SignatureState>(
	signatures: Signature[],
): Signature[] {
	const open = signatures.filter(({ status }) => status === 'OPEN');
	const ordered = open.filter(({ order }) => order !== -1);
	const first = Math.min(...ordered.map(({ order }) => order));
	return open.filter(({ order }) => order === -1 || order === first);
}

export function requireStatus(state: RequestState, allowed: RequestStatus[]) {
	if (allowed.includes(state.status)) return;
	throw badRequest(
		`status_overall: the request is ${state.status}; this needs ${allowed.join(' or ')}.`,
	);
}

function requireOpenSignature(state: RequestState, id: string): SignatureState {
	const signature = state.signatures.find((one) => one.id === id);
	if (!signature) throw badRequest('signature: is not part of this request.');
	if (signature.status !== 'OPEN') {
		throw badRequest(`signature: is already ${signature.status}.`);
	}
	return signature;
}

function requireTurn(state: RequestState, id: string) {
	requireStatus(state, ['OPEN']);
	requireOpenSignature(state, id);
	if (dueSignatures(state.signatures).some((due) => due.id === id)) return;
	throw badRequest('signature: others have to sign first.');
}
