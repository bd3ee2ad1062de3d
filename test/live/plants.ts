/** Differences to plant into the sandbox's answers, each with what the kit has to say of it. */
import type { Answer, Plant } from './plantingProxy.ts';

interface Planted extends Plant {
	title: string;
	finding: { call: string; at: string; expected: string; got: string };
}

type Json = Record<string, unknown>;

const json = (change: (value: Json) => unknown) => (answer: Answer) => ({
	...answer,
	body: Buffer.from(JSON.stringify(change(JSON.parse(answer.body.toString()) as Json))),
});

const ID = '[^/?]+';
const REQUEST = `/signature-requests/${ID}`;
const call = (method: string, path: string) => new RegExp(`^${method} ${path}$`);
const OTHER_ID = '11111111-2222-4333-8444-555555555555';
const HTML = '<!doctype html><title>Please wait</title>';

export const plants: Planted[] = [
	{
		title: 'a missing field',
		for: call('GET', `/v2/documents/${ID}`),
		change: json((document) => ({ ...document, size: undefined })),
		finding: finding('GET /v2/documents/{id}', 'answer.size', 'a value', 'nothing'),
	},
	{
		title: 'another type',
		for: call('GET', `/v3/documents/${ID}`),
		change: json((document) => ({ ...document, page_count: String(document.page_count) })),
		finding: finding('GET /v3/documents/{id}', 'answer.page_count', 'integer', '"9"'),
	},
	{
		title: 'another id',
		for: call('GET', `/v3/documents/${ID}`),
		change: json((document) => ({ ...document, id: OTHER_ID })),
		finding: finding('GET /v3/documents/{id}', 'answer.id', 'the id that was asked for', 'another'),
	},
	{
		title: 'another success',
		for: call('DELETE', `/v2/documents/${ID}`),
		change: (answer) => ({ ...answer, status: 202 }),
		finding: finding('DELETE /v2/documents/{id}', 'answer status', expect.any(String), '202'),
	},
	{
		title: 'another refusal',
		for: call('GET', `/validation/v1/infos/${ID}/signers`),
		change: () => ({ status: 418, contentType: 'text/plain', body: Buffer.from('No') }),
		finding: finding(
			'GET /validation/v1/infos/{id}/signers',
			'answer status',
			expect.any(String),
			'418',
		),
	},
	{
		title: 'an unknown field',
		for: call('POST', '/v2/signature-requests'),
		change: json((request) => ({ ...request, brand_new: 1 })),
		finding: finding(
			'POST /v2/signature-requests',
			'answer.brand_new',
			'no such field',
			'a number',
		),
	},
	{
		title: 'other letters',
		for: call('GET', `/v2${REQUEST}`),
		change: json((request) => ({ ...request, status_overall: 'Open' })),
		finding: finding(
			'GET /v2/signature-requests/{id}',
			'answer.status_overall',
			expect.stringContaining('OPEN'),
			'Open',
		),
	},
	{
		title: 'null',
		for: call('PUT', '/v2/signature-requests'),
		change: json((request) => ({ ...request, updated_at: null })),
		finding: finding('PUT /v2/signature-requests', 'answer.updated_at', 'string', 'null'),
	},
	{
		title: 'another form of a time',
		for: call('POST', '/v3/signature-requests'),
		change: json((request) => ({ ...request, created_at: '31.12.2026 10:00' })),
		finding: finding(
			'POST /v3/signature-requests',
			'answer.created_at',
			'a date-time',
			'"99.99.9999 99:99"',
		),
	},
	{
		title: 'HTML',
		for: call('GET', '/validation/v1/billing/credits/infos'),
		change: () => ({ status: 200, contentType: 'text/html', body: Buffer.from(HTML) }),
		finding: finding(
			'GET /validation/v1/billing/credits/infos',
			'answer content-type',
			'application/json',
			'text/html',
		),
	},
	{
		title: 'another content type',
		for: call('GET', `/v2/documents/${ID}/content`),
		change: (answer) => ({ ...answer, contentType: 'application/octet-stream' }),
		finding: finding(
			'GET /v2/documents/{id}/content',
			'answer content-type',
			'application/pdf',
			'application/octet-stream',
		),
	},
	{
		title: 'an image that is none',
		for: call('GET', `/v2/documents/${ID}/pages/0\\S*`),
		change: (answer) => ({ ...answer, body: Buffer.from('none') }),
		finding: finding(
			'GET /v2/documents/{id}/pages/0',
			'answer',
			expect.stringContaining('begins with'),
			'another',
		),
	},
	{
		title: 'more than a page',
		for: call('GET', '/v2/signature-requests\\?\\S*page_number=\\S*'),
		change: json((list) => Array.from({ length: 200 }, () => (list as unknown as Json[])[0])),
		finding: finding(
			'GET /v2/signature-requests',
			'answer',
			expect.stringMatching(/^at most \d+ entries$/),
			'a list of 200',
		),
	},
	{
		title: 'a filter left aside',
		for: call('GET', '/v3/signature-requests\\?\\S*status_overall=DRAFT\\S*'),
		change: json((list) =>
			(list as unknown as Json[]).map((one) => ({ ...one, status_overall: 'SIGNED' })),
		),
		finding: finding(
			'GET /v3/signature-requests',
			'answer[].status_overall',
			'DRAFT alone',
			'others too',
		),
	},
	{
		title: 'another name',
		for: call('POST', `/v3${REQUEST}/observers`),
		change: json(({ invited_by: invitedBy, ...rest }) => ({ ...rest, invitedBy })),
		finding: finding(
			'POST /v3/signature-requests/{id}/observers',
			'answer.invited_by',
			'a value',
			'nothing',
		),
	},
	{
		title: 'nothing',
		for: call('GET', '/v2/user/signature-qualities\\S*'),
		change: (answer) => ({ ...answer, body: Buffer.alloc(0) }),
		finding: finding('GET /v2/user/signature-qualities', 'answer', 'a body', 'nothing'),
	},
	{
		title: 'a list instead of an object',
		for: call('GET', `/validation/v1/infos/${ID}/format`),
		change: json((format) => [format]),
		finding: finding('GET /validation/v1/infos/{id}/format', 'answer', 'object', 'a list of 1'),
	},
	{
		title: 'another page',
		for: call('GET', '/v2/activities/signatures\\S*'),
		change: json((page) => ({ ...page, current_page: 7 })),
		finding: finding('GET /v2/activities/signatures', 'answer.current_page', '1', '7'),
	},
	{
		title: 'another state',
		for: call('POST', `/v3${REQUEST}/withdraw`),
		change: json((request) => ({ ...request, status_overall: 'DECLINED' })),
		finding: finding(
			'POST /v3/signature-requests/{id}/withdraw',
			'answer.status_overall',
			'WITHDRAWN',
			'DECLINED',
		),
	},
];

function finding(name: string, at: string, expected: unknown, got: string): Planted['finding'] {
	return { call: name, at, expected: expected as string, got };
}
