/** The second description of the wire: what it must let through, and what it must catch. */
import { endpoints } from '../support/operations/operations';
import { answerDifferences } from '../wire/answers';
import { wireFaults, type WireCall } from '../wire/calls';
import { inWords } from '../wire/difference';
import { DIALECTS, type Dialect } from '../wire/schemas';
import { SIGNING_CALLS, VALIDATION_CALLS } from '../wire/table';

// The other way round: `npm run generate` lists in test/wire/undescribed.json what operations declare beyond it.
it('every call that it describes is declared by an operation, or says why not', () => {
	// Names of path parameters do not matter.
	const plain = (call: string) => call.replace(/\{\w+\}/g, '{}');
	const declared = endpoints.map(({ interface: target = 'signing', method, path }) =>
		plain(`${target} ${method} ${path}`),
	);
	const rows = [
		...SIGNING_CALLS.map((row) => ({ ...row, target: 'signing' })),
		...VALIDATION_CALLS.map((row) => ({ ...row, target: 'validation' })),
	];
	const alone = rows.filter(({ target, call }) => !declared.includes(plain(`${target} ${call}`)));
	expect(alone).toEqual(rows.filter(({ withoutOperation }) => withoutOperation));
});

const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';
const PDF = 'JVBERi0xLjc=';
const PNG = { content_type: 'image/png', content: 'iVBORw0KGgo=' };
const POSITION = { page: '0', x: 1, y: 2, width: 30, height: 40 };
const ann = { account_email: 'ann@example.com' };

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

/** What is sent, by the dialect in which that is right; what is right in both, the nodes send in every other test. */
const rows: Record<Dialect | 'none', Array<[title: string, call: WireCall]>> = {
	contract: [
		['v2 JPEG', v2(placed({ position: POSITION, image: { ...PNG, content_type: 'image/jpeg' } }))],
		['v3 language of an account', v3({ signatures: [signerV3(undefined, { language: 'de' })] })],
		['v3 one position', v3({ signatures: [signerV3({ position: POSITION })] })],
		['v3 copies', v3({ cc_email_addresses: ['ann@example.com'] })],
		['v2 update by sid', update('v2', { sid: A })],
		['v2 update as shown', update('v2', { sid: A, signer_email_address: 'x' })],
		['v3 update by sid', update('v3', { sid: A, ...ann })],
		['CSV attached', attachment('text/csv')],
		['page 0', get('/v2/signature-requests', '?page_number=0&page_size=50')],
		['by signer', get('/v2/signature-requests', '?signer_email_address=a%40b.ch')],
	],
	public: [
		['v2 expiry', v2({ expires_at: '2027-01-31' })],
		['v2 a list of one', v2(placed({ positions: [POSITION] }))],
		['v2 null', v2({ signatures: null })],
		['v3 a list of one', v3({ signatures: [signerV3({ positions: [POSITION] })] })],
		['upload', post('/v3/documents', { title: 'A', content: PDF })],
		['a document sent without a login', post('/v2/sendto', { title: 'A', content: PDF })],
	],
	none: [
		['v1 copies', post('/v1/signature-requests', create1({ cc_email_addresses: [] }))],
		['v2 names of v1', v2({ signatures: [{ signer_email_address: 'ann@example.com' }] })],
		['v2 two sources', v2({ content: PDF })],
		['v2 no source', post('/v2/signature-requests', { title: 'A' })],
		['v2 QES without legislation', v2({ quality: 'QES' })],
		[
			'v2 a gap',
			v2({
				signatures: [
					{ ...ann, sequence: 1 },
					{ ...ann, sequence: 3 },
				],
			}),
		],
		['v2 shown place', v2(placed({ position: POSITION, positions: [POSITION, POSITION] }))],
		['v2 unknown field', v2({ brand_new: 1 })],
		[
			'v3 signer of other documents',
			v3({ documents: [{ id: B }], document_id: B, signatures: [signerV3()] }),
		],
		['v3 first document', v3({ document_id: B })],
		['v3 group and person', v3({ signatures: [signerV3(undefined, { signer_group_id: 'gr_1' })] })],
		['v2 update with provider', update('v2', { signer_identity_data: { provider: 'x' } })],
		['observer twice', observer({ type: 'USER', email: 'ann@example.com', user_id: 'u' })],
		['v1 seal in a field', seal('v1', { form_field: 'f' })],
		['a long message', post(`/v2/signature-requests/${A}/withdraw`, { message: 'x'.repeat(2049) })],
		['remind with a body', post(`/v2/signature-requests/${A}/remind`, {})],
		['initiate in v2', post(`/v2/signature-requests/${A}/initiate`)],
		['v1 search', get('/v1/signature-requests', '?search=x')],
		['report as text', get(`/v2/signature-requests/${A}/report`, '?type=TXT')],
		['activities', get('/v2/activities/signatures', '?start_date=2026-01-01')],
		['validate a signature', validate('signature', '?rejectUndefinedChanges=true')],
		['a document sent in v1', post('/v1/sendto', { title: 'A', content: PDF })],
		['a document sent without a title', post('/v3/sendto', { content: PDF })],
		['another path', get('/v2/everything')],
	],
};

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

describe.each(Object.entries(rows))('right in %s', (dialects, calls) => {
	it.each(calls)('%s', (_title, call) => {
		const right = DIALECTS.filter((dialect) => wireFaults(dialect, call).length === 0);
		expect(right).toEqual(DIALECTS.filter((one) => dialects === one));
	});
});

const sealed = post('/v2/seal', { content: PDF });
const verdict = get(`/validation/v1/infos/${A}/validation`);
const prices = get('/validation/v1/billing/credits/infos');
const shown = get(`/v3/documents/${A}`);
const file = get(`/v2/documents/${A}/content`);
const picture = get(`/v2/documents/${A}/pages/0`);
const drafts = get('/v3/signature-requests', '?page_number=1&page_size=2&status_overall=DRAFT');
const activities = get('/v2/activities/signatures', '?start_date=2026-01-01&end_date=2026-01-02');
const withdrawn = post(`/v3/signature-requests/${A}/withdraw`);
const qualities = get('/v2/user/signature-qualities', '?username=a%40b.ch');

/** What is answered, and one of the differences; none at all without one. */
const answers: Array<[string, WireCall, unknown, string?, { status?: number; type?: string }?]> = [
	['what is described', sealed, { document_id: A }],
	['a missing field', sealed, {}, '.document_id: expected a value, got nothing'],
	['another type', sealed, { document_id: 1 }, '.document_id: expected string, got a number'],
	['null', sealed, { document_id: null }, '.document_id: expected string, got null'],
	['another form', sealed, { document_id: 'Ab1' }, '.document_id: expected a uuid, got "Aa9"'],
	[
		'an unknown field',
		sealed,
		{ document_id: A, brand_new: 1 },
		'.brand_new: expected no such field, got a number',
	],
	['a list instead of an object', sealed, [1], ': expected object, got a list of 1'],
	['nothing', qualities, '', ': expected a body, got nothing'],
	['no JSON', sealed, 'No', ': expected JSON, got "Aa"'],
	[
		'another media type',
		sealed,
		{},
		' content-type: expected application/json, got text/html',
		{ type: 'text/html' },
	],
	[
		'another word',
		verdict,
		{ indication: 'Passed' },
		'.indication: expected TOTAL-PASSED, TOTAL-FAILED, INDETERMINATE, TOTAL_PASSED, TOTAL_FAILED, got Passed',
	],
	[
		'another form of a time',
		prices,
		{ validFrom: '31.12.2026', consumptions: [] },
		'.validFrom: expected a date-time, got "99.99.9999"',
	],
	[
		'another success',
		sealed,
		{ document_id: A },
		' status: expected 200, got 202',
		{ status: 202 },
	],
	[
		'another refusal',
		sealed,
		'No',
		' status: expected 400, 401, 429, 500, 503, 403, got 418',
		{ status: 418, type: 'text/plain' },
	],
	['a refusal in words', sealed, 'No', undefined, { status: 403, type: 'text/plain' }],
	['another id', shown, { id: B }, '.id: expected the id that was asked for, got another'],
	['a file', file, '%PDF-1.7', undefined, { type: 'application/pdf' }],
	[
		'a file of another kind',
		file,
		'PK',
		': expected a file that begins with %PDF-, got another',
		{ type: 'application/pdf' },
	],
	[
		'a file of another type',
		file,
		'%PDF-1.7',
		' content-type: expected application/pdf, got image/png',
		{ type: 'image/png' },
	],
	[
		'an image that is none',
		picture,
		'No',
		': expected a file that begins with PNG or RIFF, got another',
		{ type: 'image/webp' },
	],
	['more than a page', drafts, [{}, {}, {}], ': expected at most 2 entries, got a list of 3'],
	[
		'a filter left aside',
		drafts,
		[{ status_overall: 'OPEN' }],
		'[].status_overall: expected DRAFT alone, got others too',
	],
	['another page', activities, { current_page: 7 }, '.current_page: expected 1, got 7'],
	[
		'a page that is too long',
		activities,
		{ activities: Array(26).fill({}) },
		'.activities: expected at most 25 entries, got a list of 26',
	],
	[
		'another state',
		withdrawn,
		{ status_overall: 'DECLINED' },
		'.status_overall: expected WITHDRAWN, got DECLINED',
	],
];

it.each(answers)('answered with %s', (...row) => {
	const [, call, body, difference, { status = 200, type: mediaType = 'application/json' } = {}] =
		row;
	const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
	const found = answerDifferences('public', call, { status, mediaType, bytes }).map(inWords);
	if (difference === undefined) expect(found).toEqual([]);
	else expect(found).toContain(`answer${difference}`);
});
