import { explainProblem, readRefusal } from '../../../../nodes/shared/client/problem';
import { problemTable } from '../../../../nodes/shared/client/problemTable';
import { endpoints } from '../../../support/operations/operations.ts';

/** What each call says about its refusals. */
const ownRefusals = endpoints.flatMap((endpoint) =>
	(endpoint.refusals ?? []).map((row) => {
		const { key, type, status = 403, feature, message } = row;
		const sent = key instanceof RegExp ? 'error.auth.token_expired' : key;
		const refusal = { status, type, key: sent };
		const { method, path, refusals } = endpoint;
		return [`${method} ${path}`, message, { refusal, call: { refusals, feature } }] as const;
	}),
);

describe('a refusal of the service', () => {
	it('sends no one to a place in the error: what stands there depends on the answer', () => {
		const rows = [...problemTable, ...endpoints.flatMap(({ refusals = [] }) => refusals)];
		const vague = rows.filter(({ remedy }) => /\b(?:above|below)\b/.test(remedy));
		expect(vague.map(({ remedy }) => remedy)).toEqual([]);
	});

	it.each([
		[400, 'file.malware.detected', /malware/],
		[400, 'file.pdf.encrypted', /can't use this PDF/],
		[400, 'file.pdf.anything_new', /can't use this PDF/],
		[403, 'error.auth.token_expired', /didn't accept the login/],
		[403, 'error.auth.credentials_invalid', /username and API key/],
		[429, 'error.rate_limit.exceeded', /too many calls/],
	])('with status %s and key %s is explained by its key', (status, key, expected) => {
		expect(explainProblem({ status, key }).message).toMatch(expected);
	});

	it.each([400, 401, 403, 404, 406, 409, 413, 415, 422, 423, 429, 500, 502, 503, 504])(
		'with nothing but status %s has its own row',
		(status) => {
			expect(problemTable.some((row) => row.status === status && !row.key && !row.type)).toBe(true);
			expect(explainProblem({ status }).message).not.toContain(String(status));
		},
	);

	it('for a disabled feature differs from missing permissions', () => {
		const explained = explainProblem({ status: 403, type: 'feature-not-enabled' });
		expect(explained.message).toMatch(/hasn't activated/);
		expect(explained.remedy).toMatch(/Ask/);
	});

	it.each(ownRefusals)('of %s, "%s", has its own sentence', (_call, message, { refusal, call }) => {
		expect(explainProblem(refusal, call).message).toBe(message);
		expect(explainProblem(refusal).message).not.toBe(message);
	});

	it('of a feature names it only to a call that uses it', () => {
		const refusals = endpoints.flatMap((one) => one.refusals ?? []).filter((one) => one.feature);
		const refusal = { status: 403, type: 'feature-not-enabled' };
		expect(explainProblem(refusal, { refusals }).message).toMatch(/activated this feature/);
	});

	it('with an unknown key is explained by its status', () => {
		expect(explainProblem({ status: 404, key: 'error.new' }).message).toMatch(/doesn't find/);
	});

	it('with an unknown status still names it and a remedy', () => {
		const explained = explainProblem({ status: 418 });
		expect(explained.message).toContain('418');
		expect(explained.remedy).not.toBe('');
	});

	it('by redirect is explained', () => {
		expect(explainProblem({ status: 307 }).message).toMatch(/redirect/);
	});
});

describe('the body of a refusal', () => {
	const reminder = { 429: 'error.rate_limit.reminder' };

	it('of a reminder by 429 alone counts as the hour, of anything else not', () => {
		expect(readRefusal(429, '', reminder).key).toBe('error.rate_limit.reminder');
		expect(readRefusal(429, '{"key":"error.x"}', reminder).key).toBe('error.x');
		expect(readRefusal(429, '').key).toBeUndefined();
	});

	it('is read as Problem+JSON', () => {
		const body = JSON.stringify({
			type: 'https://service.example/problem/feature-not-enabled',
			status: 403,
			message: 'Feature is off',
			key: 'error.x',
		});
		expect(readRefusal(403, body)).toEqual({
			status: 403,
			type: 'feature-not-enabled',
			key: 'error.x',
			detail: 'Feature is off',
		});
	});

	it.each([
		['Bad  credentials\n', 'Bad credentials'],
		['<html><head><title>502 Bad Gateway</title></head><body>x</body></html>', '502 Bad Gateway'],
		['<!DOCTYPE html><p>no title</p>', undefined],
		['', undefined],
		['[1,2]', '[1,2]'],
		['x'.repeat(1000), `${'x'.repeat(300)}…`],
	])('%s is reduced to %s', (body, detail) => {
		expect(readRefusal(502, body)).toEqual({ status: 502, detail });
	});
});
