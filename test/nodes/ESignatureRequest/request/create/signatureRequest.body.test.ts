import {
	settingsOf,
	toBody,
} from '../../../../../nodes/ESignatureRequest/request/create/signatureRequest.body';
import type { DocumentReference } from '../../../../../nodes/ESignatureRequest/request/create/signatureRequest.body';
import { requestSettings } from '../../../../../nodes/ESignatureRequest/request/requestSettings';
import type { SettingValues } from '../../../../../nodes/ESignatureRequest/request/requestSettings';
import { signaturesOf } from '../../../../../nodes/ESignatureRequest/signerEntry/signer.body';
import {
	newSigners,
	signersFromForm,
	signersFromJson,
} from '../../../../../nodes/ESignatureRequest/signerEntry/signers.schema';
import { rulesOf, type Dialect } from '../../../../../nodes/shared/account/dialect';
import type { Version } from '../../../../support/operations/requestForms';
import type { SentRequest } from '../../../../wire/calls';

const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';
const C = '33333333-3333-4333-8333-333333333333';

const rules = rulesOf('contract', 'v2');

const bodyFor = (
	version: Version,
	signers: unknown,
	{ documentIds = [A], dialect = 'contract' as Dialect } = {},
) =>
	toBody(
		{
			version,
			title: 'Contract',
			signers: signersFromJson(newSigners(version)).parse(signers),
		},
		{ reference: { documentIds }, callbackUrls: {}, rules: rulesOf(dialect, version) },
	) as SentRequest;

describe('signers on the wire', () => {
	it('are no account holders where they sign without an account, although their email is known', () => {
		const [signer] = signersFromForm(newSigners('v2')).parse({
			signer: [
				{ kind: 'withoutAccount', email: 'ann@example.com', firstName: 'Ann', placement: 'free' },
			],
		});
		expect(signaturesOf([signer!], { version: 'v2', documentIds: [A], rules })).toEqual([
			{
				signer_identity_data: { email_address: 'ann@example.com', first_name: 'Ann' },
			},
		]);
	});

	it.each(['v2', 'v3'] as const)(
		'are account holders alone where an account is required (%s)',
		(version) => {
			const ann = { kind: 'accountRequired', email: 'ann@example.com' };
			expect(bodyFor(version, [ann], { documentIds: [] }).signatures).toEqual([
				{ account_email: 'ann@example.com' },
			]);
		},
	);

	it('name in v3 what they sign and where, everything unless chosen', () => {
		const box = { x: 1, y: 2, width: 3, height: 4 };
		const place = { pageNumber: 1, ...box };
		const body = bodyFor(
			'v3',
			[
				{ groupId: 'gr_1', order: 5 },
				{
					email: 'ann@example.com',
					order: 5,
					documents: '3, 1',
					formField: 'Sig',
					formFieldDocument: 3,
				},
				{
					email: 'bob@example.com',
					order: 6,
					positions: [place, { ...place, pageNumber: 2, document: 2 }],
				},
			],
			{ documentIds: [A, B, C] },
		);
		const everywhere = { position: { ...box, page: '0' } };
		expect(body).toMatchObject({ document_id: A, documents: [{ id: A }, { id: B }, { id: C }] });
		expect(body.signatures).toEqual([
			{
				signer_group_id: 'gr_1',
				sequence: 1,
				document_signatures: [{ document_id: A }, { document_id: B }, { document_id: C }],
			},
			{
				account_email: 'ann@example.com',
				signer_identity_data: { email_address: 'ann@example.com' },
				sequence: 1,
				document_signatures: [
					{ document_id: C, visual_signature: { form_field: 'Sig' } },
					{ document_id: A },
				],
			},
			{
				account_email: 'bob@example.com',
				signer_identity_data: { email_address: 'bob@example.com' },
				sequence: 2,
				document_signatures: [
					{ document_id: A, visual_signature: everywhere },
					{
						document_id: B,
						visual_signature: { positions: [everywhere.position, { ...box, page: '1' }] },
					},
					{ document_id: C, visual_signature: everywhere },
				],
			},
		]);
	});

	it.each<[string, number[], number[]]>([
		['gaps are closed', [10, 30, 20], [1, 3, 2]],
		['equal numbers stay equal', [3, 7, 7, 0], [2, 3, 3, 1]],
	])('are numbered from 1: %s', (_title, typed, sent) => {
		const signers = typed.map((order, index) => ({ email: `s${index}@example.com`, order }));
		expect(bodyFor('v2', signers).signatures!.map(({ sequence }) => sequence)).toEqual(sent);
	});
});

it('other fields pass as they were typed, also the empty ones', () => {
	const otherFields = { brand_new: '', list: [], nested: { a: null } };
	const version: Version = 'v2';
	const request = { version, title: 'a', signers: [], otherFields };
	const reference = { documentIds: [A] };
	expect(toBody(request, { reference, callbackUrls: {}, rules })).toEqual({
		...otherFields,
		title: 'a',
		document_id: A,
	});
});

describe('the settings of a request', () => {
	const settings = {
		message: 'Please sign',
		quality: 'QES',
		legislation: 'ZERTES',
		readAccess: ['a@example.com'],
		writeAccess: ['b@example.com'],
		ccEmailAddresses: ['c@example.com'],
		custom: 'order 7',
		creator: 'n8n',
		attachOnSuccess: ['SIGNED_DOCUMENT'],
		expiresAt: '2026-12-31',
	} satisfies SettingValues;
	const inAll = {
		title: 'a',
		message: 'Please sign',
		quality: 'QES',
		legislation: 'ZERTES',
		read_access: ['a@example.com'],
		write_access: ['b@example.com'],
	};
	const sinceV2 = {
		...inAll,
		cc_email_addresses: ['c@example.com'],
		custom: 'order 7',
		creator: 'n8n',
		attach_on_success: ['SIGNED_DOCUMENT'],
	};

	const expires_at = '2026-12-31';
	const { cc_email_addresses: _asObservers, ...withoutCopies } = sinceV2;

	it.each<[Version, Dialect, object]>([
		['v1', 'contract', inAll],
		['v2', 'contract', sinceV2],
		['v2', 'public', { ...sinceV2, expires_at }],
		['v3', 'contract', { ...sinceV2, expires_at }],
		['v3', 'public', { ...withoutCopies, expires_at }],
	])('are those that %s knows (%s)', (version, dialect, sent) => {
		const request = { version, title: 'a', signers: [], ...settings };
		expect(settingsOf(request, rulesOf(dialect, version))).toEqual(sent);
	});

	it('are all tried here', () => {
		const names = requestSettings
			.filter(({ create }) => create && create.in !== 'elsewhere')
			.map(({ field }) => field.name);
		expect(Object.keys(settings).sort()).toEqual(names.sort());
	});

	it('stand in the body beside the callbacks', () => {
		const body = toBody(
			{ version: 'v2', title: 'a', signers: [], message: 'Please sign' },
			{
				reference: { inline: true },
				callbackUrls: { success: 'https://a/s', update: 'https://a/u', error: 'https://a/e' },
				rules,
			},
		);
		expect(body).toEqual({
			title: 'a',
			message: 'Please sign',
			content_type: 'application/pdf',
			callback_success_url: 'https://a/s',
			callback_update_url: 'https://a/u',
			callback_error_url: 'https://a/e',
		});
	});
});

it.each<[string, Version, DocumentReference, object]>([
	['content', 'v2', { inline: true }, { content_type: 'application/pdf' }],
	['an address', 'v1', { fileUrl: 'https://a.ch/b.pdf' }, { file_url: 'https://a.ch/b.pdf' }],
	['one document', 'v2', { documentIds: [A] }, { document_id: A }],
	[
		'documents',
		'v3',
		{ documentIds: [A, B] },
		{ document_id: A, documents: [{ id: A }, { id: B }] },
	],
])('%s is named as %s reads it', (_title, version, reference, named) => {
	const request = { version, title: 'a', signers: [] };
	expect(toBody(request, { reference, callbackUrls: {}, rules })).toEqual({ title: 'a', ...named });
});

it('a signer of content that is sent along signs no listed document', () => {
	const [signer] = signersFromJson(newSigners('v3')).parse([{ email: 'ann@example.com' }]);
	const request = { version: 'v3' as const, title: 'a', signers: [signer!] };
	const body = toBody(request, {
		reference: { inline: true },
		callbackUrls: {},
		rules,
	}) as SentRequest;
	expect(body.signatures).toEqual([
		{
			account_email: 'ann@example.com',
			signer_identity_data: { email_address: 'ann@example.com' },
		},
	]);
});
