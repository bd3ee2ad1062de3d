import type {
	RequestState,
	RequestStatus,
	SignatureStatus,
} from '../../../../sandbox/state/requestState.ts';
import {
	nextState,
	dueSignatures,
	type Transition,
} from '../../../../sandbox/requests/lifecycle/transitions.ts';

type Kind = Transition['kind'];
const state = (status: RequestStatus, ...signatures: SignatureStatus[]): RequestState => ({
	status,
	signatures: signatures.map((one, index) => ({ id: `s${index}`, order: -1, status: one })),
});
const transition = (kind: Kind, index = 0) => ({ kind, signatureId: `s${index}` }) as Transition;

describe('Transitions of a request (interface.md 3.1)', () => {
	test.each<[RequestStatus, SignatureStatus[], Kind, number, RequestStatus, SignatureStatus[]]>([
		['DRAFT', [], 'initiate', 0, 'OPEN', []],
		['DRAFT', ['OPEN'], 'initiate', 0, 'OPEN', ['OPEN']],
		['DRAFT', ['OPEN'], 'remove', 0, 'DRAFT', []],
		['OPEN', ['OPEN', 'OPEN'], 'sign', 1, 'OPEN', ['OPEN', 'SIGNED']],
		['OPEN', ['OPEN', 'SIGNED'], 'sign', 0, 'SIGNED', ['SIGNED', 'SIGNED']],
		['OPEN', ['OPEN', 'SIGNED'], 'decline', 0, 'DECLINED', ['DECLINED', 'SIGNED']],
		['OPEN', ['OPEN', 'OPEN'], 'fail', 0, 'ERROR', ['ERROR', 'OPEN']],
		['OPEN', ['OPEN', 'SIGNED'], 'expire', 0, 'EXPIRED', ['OPEN', 'SIGNED']],
		['OPEN', ['OPEN'], 'withdraw', 0, 'WITHDRAWN', ['OPEN']],
		['OPEN', ['OPEN', 'SIGNED'], 'remove', 0, 'SIGNED', ['SIGNED']],
		['OPEN', ['OPEN', 'OPEN'], 'remove', 0, 'OPEN', ['OPEN']],
		['OPEN', ['OPEN'], 'remove', 0, 'OPEN', []],
	])('%s with %j, %s (%i) gives %s with %j', (from, before, kind, index, to, after) => {
		const next = nextState(state(from, ...before), transition(kind, index));
		expect(next.status).toBe(to);
		expect(next.signatures.map(({ status }) => status)).toEqual(after);
	});

	const ended: RequestStatus[] = ['SIGNED', 'DECLINED', 'ERROR', 'EXPIRED', 'WITHDRAWN'];
	const kinds: Kind[] = ['initiate', 'expire', 'withdraw', 'sign', 'decline', 'fail', 'remove'];
	test.each(ended.flatMap((status) => kinds.map((kind) => [status, kind] as const)))(
		'nothing leads out of %s: %s is refused',
		(status, kind) => {
			expect(() => nextState(state(status, 'OPEN'), transition(kind))).toThrow(
				/^status_overall: the request/,
			);
		},
	);

	test.each([
		...(['sign', 'decline', 'fail', 'expire', 'withdraw'] as const).map((kind) => ['DRAFT', kind]),
		['OPEN', 'initiate'],
	] as Array<[RequestStatus, Kind]>)('%s does not know %s', (status, kind) => {
		expect(() => nextState(state(status, 'OPEN'), transition(kind))).toThrow(/^status_overall:/);
	});

	test.each<Kind>(['sign', 'decline', 'fail', 'remove'])(
		'a signature is given once: no %s after it',
		(kind) => {
			expect(() => nextState(state('OPEN', 'SIGNED', 'OPEN'), transition(kind))).toThrow(
				'is already SIGNED',
			);
			expect(() => nextState(state('OPEN', 'OPEN'), transition(kind, 7))).toThrow(
				'not part of this request',
			);
		},
	);
});

describe('The signing order (interface.md 2.2)', () => {
	const open = (order: number): [number, SignatureStatus] => [order, 'OPEN'];
	const ordered = (...orders: Array<[number, SignatureStatus]>): RequestState => ({
		status: 'OPEN',
		signatures: orders.map(([order, status], index) => ({ id: `s${index}`, order, status })),
	});

	test.each<[string, Array<[number, SignatureStatus]>, string[]]>([
		['without order everyone may sign', [-1, -1].map(open), ['s0', 's1']],
		['the smallest is first', [2, 1].map(open), ['s1']],
		['equal numbers sign in parallel', [1, 1, 2].map(open), ['s0', 's1']],
		['the next follows', [[1, 'SIGNED'], open(2), open(3)], ['s1']],
		['who has no order never waits', [1, -1, 2].map(open), ['s0', 's1']],
	])('%s', (_title, orders, due) => {
		expect(dueSignatures(ordered(...orders).signatures).map(({ id }) => id)).toEqual(due);
	});

	test('no one signs before their turn', () => {
		const turns = ordered([1, 'OPEN'], [2, 'OPEN']);
		expect(() => nextState(turns, transition('sign', 1))).toThrow('others have to sign first');
		expect(nextState(turns, transition('decline', 1)).status).toBe('DECLINED');
	});
});
