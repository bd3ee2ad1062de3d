import {
	progressOf,
	simplifyRequest,
	toOutput,
} from '../../../../nodes/shared/requests/shownRequest';
import {
	documentsOf,
	shownSignatures,
	SignatureRequest,
} from '../../../../nodes/shared/requests/signatureRequest.schema';

const read = (answer: object) => SignatureRequest.parse({ id: 'r1', ...answer });
const signer = (name: string, status_code: string, sequence = -1) => ({
	account_email: name,
	status_code,
	sequence,
});

describe('progress', () => {
	it.each([
		['no one signs yet', 'OPEN', [], { signed: 0, total: 0, nextSigners: [] }],
		[
			'all may sign at once',
			'OPEN',
			[signer('ann', 'OPEN'), signer('bob', 'OPEN')],
			{ signed: 0, total: 2, nextSigners: ['ann', 'bob'] },
		],
		[
			'the first in the order has signed',
			'OPEN',
			[signer('ann', 'SIGNED', 1), signer('bob', 'OPEN', 2), signer('cid', 'WAITING', 3)],
			{ signed: 1, total: 3, nextSigners: ['bob'] },
		],
		[
			'two share a place in the order',
			'OPEN',
			[signer('ann', 'OPEN', 1), signer('bob', 'OPEN', 1), signer('cid', 'OPEN', 2)],
			{ signed: 0, total: 3, nextSigners: ['ann', 'bob'] },
		],
		[
			'states come in small letters',
			'open',
			[signer('ann', 'signed'), signer('bob', 'open')],
			{ signed: 1, total: 2, nextSigners: ['bob'] },
		],
		[
			'it is a draft',
			'DRAFT',
			[signer('ann', 'DRAFT', 1), signer('bob', 'DRAFT', 2)],
			{ signed: 0, total: 2, nextSigners: ['ann'] },
		],
	])('when %s', (_title, status_overall, signatures, expected) => {
		expect(progressOf(read({ status_overall, signatures }))).toEqual(expected);
	});

	it.each(['SIGNED', 'DECLINED', 'ERROR', 'EXPIRED', 'WITHDRAWN'])(
		'waits for no one when it is %s',
		(status_overall) => {
			const request = read({ status_overall, signatures: [signer('ann', 'OPEN')] });
			expect(progressOf(request)).toEqual({ signed: 0, total: 1, nextSigners: [] });
		},
	);

	it.each([
		['the name', { signer_identity_data: { first_name: 'Bob', last_name: 'Meier' } }, 'Bob Meier'],
		['half a name', { signer_identity_data: { last_name: 'Meier' } }, 'Meier'],
		[
			'an email address',
			{ signer_identity_data: { email_address: 'b@example.com' } },
			'b@example.com',
		],
		['what there is', { signer_identity_data: {} }, 'opaque-1'],
		['the group', { signer_email_address: undefined, signer_group_id: 'gr_1' }, 'gr_1'],
		['nothing known', { signer_email_address: undefined }, 'unknown'],
	])('names a signer by %s', (_title, entry, expected) => {
		const signatures = [{ signer_email_address: 'opaque-1', ...entry }];
		expect(progressOf(read({ signatures })).nextSigners).toEqual([expected]);
	});
});

describe('an answer of the service', () => {
	it('is read with members missing, null or of a new kind', () => {
		const request = read({
			title: null,
			signatures: [{ sid: 7, order: 'first', signer_identity_data: 'x', new_member: { a: 1 } }],
			documents: 'none',
			new_member: [1],
		});
		expect(request.signatures).toHaveLength(1);
		expect(toOutput(request)).toMatchObject({ id: 'r1', new_member: [1] });
	});

	it.each([
		[[], []],
		[null, undefined],
		[undefined, undefined],
	])('signers given as %j are known as %j', (signatures, known) => {
		const request = read({ signatures });
		expect(shownSignatures(request)).toEqual(known);
		expect(toOutput(request)).toMatchObject({ signatures: [] });
		expect(toOutput(request)).not.toHaveProperty('signersUnknown');
		expect(SignatureRequest.safeParse({ title: 'no id' }).success).toBe(false);
	});

	it('loses its callback addresses on arrival', () => {
		const answer = { callback_success_url: 'https://a.example/?proof=p', callback_x_url: 'b' };
		expect(read(answer)).not.toHaveProperty('callback_success_url');
		expect(JSON.stringify(toOutput(read(answer)))).not.toContain('callback');
	});

	it('names its documents in every version', () => {
		expect(documentsOf(read({ document_id: 'd1', title: 'T' }))).toEqual([{ id: 'd1', name: 'T' }]);
		expect(
			documentsOf(read({ document_id: 'd1', documents: [{ id: 'd1', name: 'A' }, { id: 'd2' }] })),
		).toEqual([
			{ id: 'd1', name: 'A' },
			{ id: 'd2', name: undefined },
		]);
		expect(documentsOf(read({}))).toEqual([]);
	});

	it.each([
		['of v1 and v2', { document_id: 'd1' }, 'd1'],
		['of v3', { documents: [{ id: 'd1' }, { id: 'd2' }] }, 'd1'],
		['of v3 with two ids', { documents: [{ id: 'd1', version_id: 'd9' }] }, 'd9'],
	])('names its signed document %s when all have signed', (_title, answer, expected) => {
		const signed = read({ ...answer, status_overall: 'SIGNED' });
		expect(simplifyRequest(signed).signedDocumentId).toBe(expected);
		expect(toOutput(signed).signedDocumentId).toBe(expected);
		const open = read({ ...answer, status_overall: 'OPEN' });
		expect(simplifyRequest(open)).not.toHaveProperty('signedDocumentId');
		expect(toOutput(open)).not.toHaveProperty('signedDocumentId');
	});

	it('is simplified to few fields, the most used first', () => {
		const simplified = simplifyRequest(
			read({ created_at: 'now', status_overall: 'OPEN', title: 'T', owner: 'x' }),
		);
		expect(Object.keys(simplified)).toEqual([
			'id',
			'title',
			'status',
			'fileName',
			'progress',
			'signatures',
			'documents',
			'created_at',
			'owner',
		]);
	});
});
