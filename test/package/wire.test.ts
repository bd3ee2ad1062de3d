/** The second description of the wire: what it must let through, and what it must catch. */
import { endpoints } from '../support/operations/operations';
import { wireFaults } from '../wire/calls';
import type { WireCall } from '../wire/calls';
import type { Dialect } from '../wire/schemas';
import { SIGNING_CALLS, VALIDATION_CALLS } from '../wire/table';

it('describes the calls that operations declare, and no others but for logins', () => {
	// Names of path parameters do not matter.
	const plain = (call: string) => call.replace(/\{\w+\}/g, '{}');
	const declared = endpoints.map(({ interface: target = 'signing', method, path }) =>
		plain(`${target} ${method} ${path}`),
	);
	const rows = [
		...SIGNING_CALLS.map((row) => ({ ...row, target: 'signing' })),
		...VALIDATION_CALLS.map((row) => ({ ...row, target: 'validation' })),
	];
	const described = rows
		.filter(({ withoutOperation }) => !withoutOperation)
		.map(({ target, call }) => plain(`${target} ${call}`));
	expect([...new Set(declared)].sort()).toEqual(described.sort());
});

const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';
const PDF = 'JVBERi0xLjc=';
const PNG = { content_type: 'image/png', content: 'iVBORw0KGgo=' };
const POSITION = { page: '0', x: 1, y: 2, width: 30, height: 40 };
const ann = { account_email: 'ann@example.com' };
const lee = { signer_identity_data: { first_name: 'Ann', last_name: 'Lee' } };

const post = (path: string, body?: unknown): WireCall => ({ method: 'POST', path, body });
const put = (path: string, body: unknown): WireCall => ({ method: 'PUT', path, body });
const get = (path: string, query = ''): WireCall => ({ method: 'GET', path, query });

const v2 = (more: object) =>
	post('/v2/signature-requests', { title: 'A', document_id: A, ...more });
const v3 = (more: object) =>
	post('/v3/signature-requests', {
		title: 'A',
		document_id: A,
		documents: [{ id: A }, { id: B }],
		...more,
	});
const signerV3 = (visual?: object, more?: object) => ({
	...ann,
	document_signatures: [{ document_id: A, ...(visual && { visual_signature: visual }) }],
	...more,
});
const update = (version: string, ...signatures: object[]) =>
	put(`/${version}/signature-requests`, { id: A, title: 'B', signatures });
const attachment = (type: string) =>
	post(`/v2/signature-requests/${A}/attachments`, {
		filename: 'a',
		content_type: type,
		content: PDF,
	});
const seal = (version: string, visual: object) =>
	post(`/${version}/seal`, { content: PDF, visual_signature: visual });

/** What is sent, and in which dialects that is right. */
const rows: Array<[string, WireCall, Dialect[]]> = [
	['v1 signer', post('/v1/signature-requests', create1({})), ['contract', 'public']],
	['v1 copies', post('/v1/signature-requests', create1({ cc_email_addresses: [] })), []],
	[
		'v2 signer',
		v2({ signatures: [{ ...ann, language: 'de', notify: false }] }),
		['contract', 'public'],
	],
	['v2 names of v1', v2({ signatures: [{ signer_email_address: 'ann@example.com' }] }), []],
	['v2 two sources', v2({ content: PDF }), []],
	['v2 no source', post('/v2/signature-requests', { title: 'A' }), []],
	['v2 expiry', v2({ expires_at: '2027-01-31' }), ['public']],
	['v2 QES without legislation', v2({ quality: 'QES' }), []],
	[
		'v2 a gap',
		v2({
			signatures: [
				{ ...ann, sequence: 1 },
				{ ...ann, sequence: 3 },
			],
		}),
		[],
	],
	['v2 one position', v2(placed({ position: POSITION })), ['contract', 'public']],
	['v2 a list of one', v2(placed({ positions: [POSITION] })), ['public']],
	['v2 a list of two', v2(placed({ positions: [POSITION, POSITION] })), ['contract', 'public']],
	['v2 shown place', v2(placed({ position: POSITION, positions: [POSITION, POSITION] })), []],
	['v2 PNG', v2(placed({ position: POSITION, image: PNG })), ['contract', 'public']],
	[
		'v2 JPEG',
		v2(placed({ position: POSITION, image: { ...PNG, content_type: 'image/jpeg' } })),
		['contract'],
	],
	['v2 null', v2({ signatures: null }), ['public']],
	['v2 unknown field', v2({ brand_new: 1 }), []],
	['v3 signer', v3({ signatures: [signerV3()] }), ['contract', 'public']],
	[
		'v3 signer of other documents',
		v3({ documents: [{ id: B }], document_id: B, signatures: [signerV3()] }),
		[],
	],
	['v3 first document', v3({ document_id: B }), []],
	[
		'v3 language of an account',
		v3({ signatures: [signerV3(undefined, { language: 'de' })] }),
		['contract'],
	],
	['v3 one position', v3({ signatures: [signerV3({ position: POSITION })] }), ['contract']],
	['v3 a list of one', v3({ signatures: [signerV3({ positions: [POSITION] })] }), ['public']],
	['v3 form field', v3({ signatures: [signerV3({ form_field: 'f' })] }), ['contract', 'public']],
	['v3 copies', v3({ cc_email_addresses: ['ann@example.com'] }), ['contract']],
	[
		'v3 group and person',
		v3({ signatures: [signerV3(undefined, { signer_group_id: 'gr_1' })] }),
		[],
	],
	['v2 update by sid', update('v2', { sid: A }), ['contract']],
	['v2 update as shown', update('v2', { sid: A, signer_email_address: 'x' }), ['contract']],
	['v2 update by address', update('v2', ann), ['contract', 'public']],
	['v2 update by identity', update('v2', lee), ['contract', 'public']],
	['v2 update with provider', update('v2', { signer_identity_data: { provider: 'x' } }), []],
	['v3 update by sid', update('v3', { sid: A, ...ann }), ['contract']],
	['v3 update by address', update('v3', signerV3()), ['contract', 'public']],
	[
		'add a signer',
		post(`/v3/signature-requests/${A}/signatures`, signerV3()),
		['contract', 'public'],
	],
	['text attached', attachment('text/plain'), ['contract', 'public']],
	['CSV attached', attachment('text/csv'), ['contract']],
	['observer', observer({ type: 'USER', email: 'ann@example.com' }), ['contract', 'public']],
	['observer twice', observer({ type: 'USER', email: 'ann@example.com', user_id: 'u' }), []],
	['v1 seal', seal('v1', { position: POSITION }), ['contract', 'public']],
	['v1 seal in a field', seal('v1', { form_field: 'f' }), []],
	['v2 seal in a field', seal('v2', { form_field: 'f' }), ['contract', 'public']],
	['withdraw', post(`/v2/signature-requests/${A}/withdraw`), ['contract', 'public']],
	[
		'a long message',
		post(`/v2/signature-requests/${A}/withdraw`, { message: 'x'.repeat(2049) }),
		[],
	],
	['remind', post(`/v2/signature-requests/${A}/remind`), ['contract', 'public']],
	['remind with a body', post(`/v2/signature-requests/${A}/remind`, {}), []],
	['initiate in v2', post(`/v2/signature-requests/${A}/initiate`), []],
	['page 0', get('/v2/signature-requests', '?page_number=0&page_size=50'), ['contract']],
	['page 1', get('/v3/signature-requests', '?page_number=1&page_size=50'), ['contract', 'public']],
	['by signer', get('/v2/signature-requests', '?signer_email_address=a%40b.ch'), ['contract']],
	['by account', get('/v2/signature-requests', '?account_email=a%40b.ch'), ['contract', 'public']],
	['v1 search', get('/v1/signature-requests', '?search=x'), []],
	['report', get(`/v2/signature-requests/${A}/report`, '?type=JSON'), ['contract', 'public']],
	['report as text', get(`/v2/signature-requests/${A}/report`, '?type=TXT'), []],
	['activities', get('/v2/activities/signatures', '?start_date=2026-01-01'), []],
	[
		'validate',
		validate('document', '?infos=signer&infos=format&rejectUndefinedChanges=true'),
		['contract', 'public'],
	],
	['validate a signature', validate('signature', '?rejectUndefinedChanges=true'), []],
	['upload', post('/v3/documents', { title: 'A', content: PDF }), ['public']],
	['a document sent without a login', post('/v2/sendto', { title: 'A', content: PDF }), ['public']],
	['the same in v1', post('/v1/sendto', { title: 'A', content: PDF }), []],
	['the same without a title', post('/v3/sendto', { content: PDF }), []],
	['another path', get('/v2/everything'), []],
	['health', get('/management/health'), ['contract', 'public']],
];

function create1(more: object) {
	return { title: 'A', document_id: A, signatures: [{ signer_email_address: 'a@b.ch' }], ...more };
}

function placed(visual: object) {
	return { signatures: [{ ...ann, visual_signature: visual }] };
}

function observer(body: object) {
	return post(`/v3/signature-requests/${A}/observers`, body);
}

function validate(what: string, query: string): WireCall {
	return { method: 'POST', path: `/validation/v1/validate/${what}`, query };
}

it.each(rows)('%s', (_title, call, dialects) => {
	const right = (['contract', 'public'] as const).filter(
		(dialect) => wireFaults(dialect, call).length === 0,
	);
	expect(right).toEqual(dialects);
});
