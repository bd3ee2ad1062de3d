import {
	keptSignature,
	updateBody,
} from '../../../../../../nodes/ESignatureRequest/operations/request/update/update.body';

const ann = {
	sid: 's1',
	account_email: 'ann@example.com',
	signer_email_address: 'ann@example.com',
	order: 1,
	sequence: 1,
	notify: false,
	language: 'fr',
	status_code: 'SIGNED',
	signed_at: '2026-01-01T00:00:00Z',
	visual_signature: { form_field: 'Here' },
	document_signatures: [{ document_id: 'd1' }],
};
const bob = {
	sid: 's2',
	signer_email_address: 'opaque-1',
	signer_identity_data: { first_name: 'Bob' },
	order: -1,
};

describe('the body of an update', () => {
	it('always carries signers, since those left out are removed', () => {
		expect(updateBody('r1', { title: 'New' }, [{ sid: 's1' }])).toEqual({
			id: 'r1',
			title: 'New',
			signatures: [{ sid: 's1' }],
		});
	});

	it('sends what was emptied, and nothing that was left alone', () => {
		expect(updateBody('r1', { message: '', readAccess: [] }, [])).toEqual({
			id: 'r1',
			message: '',
			read_access: [],
			signatures: [],
		});
	});

	it.each([
		['v1', { signer_email_address: 'ann@example.com', order: 1 }],
		[
			'v2',
			{ account_email: 'ann@example.com', signer_email_address: 'ann@example.com', sequence: 1 },
		],
	] as const)(
		'keeps a signer with everything that was set, in the names of %s',
		(version, names) => {
			expect(keptSignature(version, ann)).toEqual({
				sid: 's1',
				...names,
				notify: false,
				language: 'fr',
				visual_signature: { form_field: 'Here' },
				document_signatures: [{ document_id: 'd1' }],
			});
		},
	);

	it('keeps somebody without an account by the sid, not by half of the identity data', () => {
		expect(keptSignature('v2', bob)).toEqual({ sid: 's2', signer_email_address: 'opaque-1' });
	});
});
