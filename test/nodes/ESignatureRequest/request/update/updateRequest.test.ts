import type { IDataObject } from 'n8n-workflow';
import {
	canBeMatched,
	replacedSignatures,
	signatureToKeep,
	updateBody,
} from '../../../../../nodes/ESignatureRequest/request/update/updateRequest';
import { requestSettings } from '../../../../../nodes/ESignatureRequest/request/requestSettings';
import type { SettingValues } from '../../../../../nodes/ESignatureRequest/request/requestSettings';
import {
	listedSigners,
	signersFromJson,
} from '../../../../../nodes/ESignatureRequest/signerEntry/signers.schema';
import { rulesOf } from '../../../../../nodes/shared/account/dialect';

const contract = <V extends 'v1' | 'v2' | 'v3'>(version: V) => ({
	version,
	rules: rulesOf('contract', version),
});
const inPublic = (version: 'v2' | 'v3') => ({ version, rules: rulesOf('public', version) });

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
		expect(
			updateBody('r1', { title: 'New' }, { version: 'v2', signatures: [{ sid: 's1' }] }),
		).toEqual({
			id: 'r1',
			title: 'New',
			signatures: [{ sid: 's1' }],
		});
	});

	it('sends what was emptied, and nothing that was left alone', () => {
		expect(
			updateBody('r1', { message: '', readAccess: [] }, { version: 'v2', signatures: [] }),
		).toEqual({
			id: 'r1',
			message: '',
			read_access: [],
			signatures: [],
		});
	});

	const visual_signature = { form_field: 'Here' };
	const document_signatures = [{ document_id: 'd1' }];
	const sinceV2 = { account_email: 'ann@example.com', sequence: 1, notify: false, language: 'fr' };
	it.each([
		['v1', { signer_email_address: 'ann@example.com', order: 1, visual_signature }],
		['v2', { ...sinceV2, visual_signature }],
		['v3', { ...sinceV2, visual_signature, document_signatures }],
	] as const)(
		'keeps a signer with everything that was set, in the names of %s',
		(version, kept) => {
			expect(signatureToKeep(ann, contract(version))).toEqual({ sid: 's1', ...kept });
		},
	);

	it('carries everything that was changed under the names of the service', () => {
		const changes = {
			title: 'T',
			message: 'M',
			custom: 'C',
			quality: 'AES',
			legislation: 'EIDAS',
			readAccess: ['r'],
			writeAccess: ['w'],
			ccEmailAddresses: ['c'],
			attachOnSuccess: ['SIGNED_DOCUMENT'],
			successUrl: 's',
			errorUrl: 'e',
			updateUrl: 'u',
			expiresAt: '2026-12-31',
		} satisfies SettingValues;
		const sinceV2 = {
			custom: 'C',
			cc_email_addresses: ['c'],
			attach_on_success: ['SIGNED_DOCUMENT'],
		};
		const inAll = {
			id: 'r1',
			title: 'T',
			message: 'M',
			quality: 'AES',
			legislation: 'EIDAS',
			read_access: ['r'],
			write_access: ['w'],
			callback_success_url: 's',
			callback_error_url: 'e',
			callback_update_url: 'u',
			signatures: [],
		};
		const known = requestSettings.filter(({ update }) => update);
		expect(Object.keys(changes).sort()).toEqual(known.map(({ field }) => field.name).sort());
		const sent = (version: 'v1' | 'v2' | 'v3') =>
			updateBody('r1', changes, { version, signatures: [] });
		expect(sent('v1')).toEqual(inAll);
		expect(sent('v2')).toEqual({ ...inAll, ...sinceV2 });
		expect(sent('v3')).toEqual({ ...inAll, ...sinceV2, expires_at: '2026-12-31' });
	});

	it.each<[string, object, object]>([
		['the order of v1', { sid: 's1', order: 3 }, { sid: 's1', sequence: 3 }],
		['the order of v2 first', { sid: 's1', order: 3, sequence: 2 }, { sid: 's1', sequence: 2 }],
		['no order', { sid: 's1' }, { sid: 's1' }],
		['a place that says no order', { sid: 's1', sequence: -1 }, { sid: 's1' }],
		['the first place', { sid: 's1', sequence: 1 }, { sid: 's1', sequence: 1 }],
		['a group', { sid: 's1', signer_group_id: 'g' }, { sid: 's1', signer_group_id: 'g' }],
	])('keeps %s', (_title, shown, kept) => {
		expect(signatureToKeep(shown as never, contract('v2'))).toEqual(kept);
	});

	it('names an account holder in v1 also where only the account is shown', () => {
		const shown = { sid: 's1', account_email: 'ann@example.com' };
		expect(signatureToKeep(shown, contract('v1'))).toEqual({
			sid: 's1',
			signer_email_address: 'ann@example.com',
		});
	});

	it.each([
		['v1', 'order', { signer_email_address: 'cid@example.com' }],
		[
			'v2',
			'sequence',
			{
				account_email: 'cid@example.com',
				signer_identity_data: { email_address: 'cid@example.com' },
			},
		],
		[
			'v3',
			'sequence',
			{
				account_email: 'cid@example.com',
				signer_identity_data: { email_address: 'cid@example.com' },
				document_signatures: [{ document_id: 'd1' }],
			},
		],
	] as const)('lists those who stay and those who are new in %s', (version, order, cid) => {
		const listed = signersFromJson(listedSigners(version)).parse([
			{ sid: 's1', order: 20 },
			{ email: 'cid@example.com', order: 10 },
			{ sid: 's2', order: 30 },
		]);
		const shown = (sid: string) => (sid === 's1' ? ann : bob);
		const signatures = replacedSignatures(listed, {
			...contract(version),
			documentIds: ['d1'],
			shown,
		});
		expect(signatures).toEqual([
			{ ...signatureToKeep(ann, contract(version)), [order]: 2 },
			{ ...cid, [order]: 1 },
			{ ...signatureToKeep(bob, contract(version)), [order]: 3 },
		]);
	});

	it.each<[string, object[], Array<number | undefined>]>([
		['closes the gaps of those who stay', [{ sid: 's1' }, { sid: 's3' }], [1, 2]],
		[
			'has a new signer without a number at its end',
			[{ sid: 's3' }, { email: 'c@example.com' }],
			[1, 2],
		],
		['has none where one of them had none', [{ sid: 's1' }, { sid: 's2' }], []],
	])('the order of a new list %s', (_title, entries, expected) => {
		const listed = signersFromJson(listedSigners('v2')).parse(entries);
		const all = [ann, bob, { ...ann, sid: 's3', sequence: 7 }];
		const signatures = replacedSignatures(listed, {
			...contract('v2'),
			documentIds: ['d1'],
			shown: (sid) => all.find((one) => one.sid === sid)!,
		});
		expect(signatures.flatMap(({ sequence }) => sequence ?? [])).toEqual(expected);
	});

	it('keeps one place in v1, which knows no more', () => {
		const place = { page: '0', x: 1, y: 2, width: 3, height: 4 };
		const positions = [place, { ...place, y: 9 }];
		expect(signatureToKeep({ sid: 's', visual_signature: { positions } }, contract('v1'))).toEqual({
			sid: 's',
			visual_signature: { position: place },
		});
	});

	it('keeps someone without an account by the sid, not by half of the identity data', () => {
		expect(signatureToKeep(bob, contract('v2'))).toEqual({ sid: 's2' });
		const opaque = { ...bob, signer_email_address: '1@no-account.example' };
		expect(signatureToKeep(opaque, contract('v2'))).toEqual({ sid: 's2' });
	});
});

describe('a signer who stays', () => {
	const position = { page: '0', x: 1, y: 2, width: 3, height: 4 };
	const all = { position, positions: [position], form_field: null };
	const shown = {
		sid: 's1',
		account_email: 'ann@example.com',
		signer_identity_data: {
			first_name: 'Ann',
			mobile_number: '41791234567',
			language: null,
			provider: 'p',
			evidence_id: 'e',
		},
		sequence: 2,
		notify: true,
		language: 'de',
		status_code: 'OPEN',
	};
	const identity = { first_name: 'Ann', mobile_number: '41791234567' };

	it('is recognised in the public regions by what they show, without what they add', () => {
		expect(signatureToKeep({ ...shown, visual_signature: all }, inPublic('v2'))).toEqual({
			sid: 's1',
			account_email: 'ann@example.com',
			signer_identity_data: identity,
			sequence: 2,
			notify: true,
			language: 'de',
			visual_signature: { position },
		});
	});

	it('keeps all identity data that can be sent', () => {
		const signer_identity_data = {
			email_address: 'ann@example.com',
			first_name: 'Ann',
			last_name: 'Lee',
			mobile_number: '41791234567',
			language: 'de',
			identity_reference: 'staff 7',
			identification_require_evidence: true,
		};
		const added = { provider: 'p', evidence_id: 'e', issuing_country: 'CH' };
		const one = { sid: 's1', signer_identity_data: { ...signer_identity_data, ...added } };
		expect(signatureToKeep(one, inPublic('v2'))).toEqual({ sid: 's1', signer_identity_data });
	});

	it('has no sid, no language and no other place than a list of them in v3 there', () => {
		const document_signatures = [
			{ document_id: 'd1', visual_signature: { position: { ...position, page: 0 } } },
			{ document_id: 'd2', visual_signature: { ...all, form_field: 'Here', image: {} } },
			{ document_id: 'd3', visual_signature: null },
		];
		expect(signatureToKeep({ ...shown, document_signatures }, inPublic('v3'))).toEqual({
			account_email: 'ann@example.com',
			signer_identity_data: identity,
			sequence: 2,
			notify: true,
			document_signatures: [
				{ document_id: 'd1', visual_signature: { positions: [position] } },
				{ document_id: 'd2', visual_signature: { form_field: 'Here' } },
				{ document_id: 'd3' },
			],
		});
	});

	it('is named in v2 also where only the address of v1 is shown, but not by an opaque one', () => {
		const kept = (signer_email_address: string) =>
			signatureToKeep({ sid: 's', signer_email_address }, contract('v2'));
		expect(kept('ann@example.com')).toEqual({ sid: 's', account_email: 'ann@example.com' });
		expect(kept('opaque-1')).toEqual({ sid: 's' });
	});

	it('gets no account that it is not shown with', () => {
		const email = 'ann@example.com';
		const one = {
			sid: 's',
			signer_email_address: email,
			signer_identity_data: { email_address: email },
		};
		expect(signatureToKeep(one, contract('v2'))).toEqual({ sid: 's' });
	});

	it('is a group or a person in v3 there, never both', () => {
		const group = { sid: 's1', signer_group_id: 'gr_1', account_email: 'ann@example.com' };
		expect(signatureToKeep(group, inPublic('v3'))).toEqual({ signer_group_id: 'gr_1' });
	});

	it('keeps the image and several places', () => {
		const image = { content: 'aaaa', content_type: 'image/png' };
		const positions = [position, { ...position, rotation: 90, extra: 1 }];
		expect(
			signatureToKeep({ sid: 's', visual_signature: { positions, image } }, contract('v2')),
		).toEqual({
			sid: 's',
			visual_signature: { positions: [position, { ...position, rotation: 90 }], image },
		});
	});

	it.each([undefined, null])('makes up no page where it is shown as %s', (page) => {
		const measures = { x: 1, y: 2, width: 3, height: 4 };
		const visual_signature = { position: { ...measures, page } };
		expect(signatureToKeep({ sid: 's', visual_signature }, contract('v2'))).toEqual({
			sid: 's',
			visual_signature: { position: measures },
		});
	});

	it.each<[string, IDataObject, boolean, boolean]>([
		['an address', { account_email: 'ann@example.com' }, true, true],
		['a group', { signer_group_id: 'gr_1' }, true, true],
		['identity data', { signer_identity_data: { last_name: 'Lee' } }, true, false],
		['only what the service adds', { signer_identity_data: { provider: 'p' } }, false, false],
		['only a sid', { sid: 's1' }, false, true],
		['an address in the words of v1', { signer_email_address: 'ann@example.com' }, false, true],
	])('is recognised by %s', (_title, signature, known, byContract) => {
		expect(canBeMatched(signature, rulesOf('public', 'v3'))).toBe(known);
		expect(canBeMatched(signature, rulesOf('contract', 'v3'))).toBe(byContract);
	});
});
