import type { Flow, FlowSignature, RequestStatus, SignatureStatus } from '../../state/flow.ts';
import { badRequest } from '../../http/problem.ts';

/** What leads from one state to the next (interface.md 3). */
export type Step =
	| { kind: 'initiate' | 'expire' | 'withdraw' }
	| { kind: 'sign' | 'decline' | 'fail' | 'remove'; signatureId: string };

/** The flow after the step, or a refusal when part 3 does not have it. */
export function advance<Signature extends FlowSignature>(
	flow: Flow<Signature>,
	step: Step,
): Flow<Signature> {
	const { signatures } = flow;
	switch (step.kind) {
		case 'initiate':
			requireStatus(flow, ['DRAFT']);
			return { status: 'OPEN', signatures };
		case 'expire':
			requireStatus(flow, ['OPEN']);
			return { status: 'EXPIRED', signatures };
		case 'withdraw':
			requireStatus(flow, ['OPEN']);
			return { status: 'WITHDRAWN', signatures };
		case 'remove': {
			requireStatus(flow, ['DRAFT', 'OPEN']);
			const { id } = requireOpenSignature(flow, step.signatureId);
			return settled({ ...flow, signatures: signatures.filter((other) => other.id !== id) });
		}
		case 'sign':
			requireTurn(flow, step.signatureId);
			return finished(flow, step.signatureId, 'SIGNED');
		case 'decline':
			return finished(flow, step.signatureId, 'DECLINED');
		case 'fail':
			return finished(flow, step.signatureId, 'ERROR');
	}
}

function finished<Signature extends FlowSignature>(
	flow: Flow<Signature>,
	signatureId: string,
	status: SignatureStatus,
): Flow<Signature> {
	requireStatus(flow, ['OPEN']);
	const { id } = requireOpenSignature(flow, signatureId);
	return settled({
		...flow,
		signatures: flow.signatures.map((one) => (one.id === id ? { ...one, status } : one)),
	});
}

/** Part 3.2: what an open request becomes by its signatures. */
function settled<Signature extends FlowSignature>(flow: Flow<Signature>): Flow<Signature> {
	if (flow.status !== 'OPEN') return flow;
	const has = (status: SignatureStatus) => flow.signatures.some((one) => one.status === status);
	if (has('ERROR')) return { ...flow, status: 'ERROR' };
	if (has('DECLINED')) return { ...flow, status: 'DECLINED' };
	if (has('SIGNED') && !has('OPEN')) return { ...flow, status: 'SIGNED' };
	return flow;
}

/** Open signatures that no signer of a smaller order holds up. */
export function dueSignatures<Signature extends FlowSignature>(
	signatures: Signature[],
): Signature[] {
	const open = signatures.filter(({ status }) => status === 'OPEN');
	const ordered = open.filter(({ order }) => order !== -1);
	const first = Math.min(...ordered.map(({ order }) => order));
	return open.filter(({ order }) => order === -1 || order === first);
}

export function requireStatus(flow: Flow, allowed: RequestStatus[]) {
	if (allowed.includes(flow.status)) return;
	throw badRequest(
		`status_overall: the request is ${flow.status}; this needs ${allowed.join(' or ')}.`,
	);
}

function requireOpenSignature(flow: Flow, id: string): FlowSignature {
	const signature = flow.signatures.find((one) => one.id === id);
	if (!signature) throw badRequest('signature: is not part of this request.');
	if (signature.status !== 'OPEN') {
		throw badRequest(`signature: is already ${signature.status}.`);
	}
	return signature;
}

function requireTurn(flow: Flow, id: string) {
	requireStatus(flow, ['OPEN']);
	requireOpenSignature(flow, id);
	if (dueSignatures(flow.signatures).some((due) => due.id === id)) return;
	throw badRequest('signature: others have to sign first.');
}
