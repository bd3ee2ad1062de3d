import { smallPdf } from '../../support/files/pdf';
import { startRecorded } from '../../support/service/recorded';
import { byId, startService } from '../../support/service/service';

const DAY = 86_400_000;
const document = { source: 'binary' };
const items = [{ files: { data: { bytes: smallPdf, fileName: 'contract.pdf' } } }];
const addresses = ['jürgen@müller.example', 'a&b@example.com', '用户@例え.テスト'];

it('addresses in any script arrive as they are typed, in bodies and in filters', async () => {
	const service = await startRecorded();
	const { error } = await service.request(
		'request',
		'create',
		{
			...document,
			title: 'A',
			signerInput: 'json',
			signersJson: JSON.stringify(addresses.map((email) => ({ email }))),
		},
		{ items },
	);
	expect(error).toBeUndefined();
	const [sent] = service.sent;
	expect(sent?.signatures).toMatchObject(addresses.map((account_email) => ({ account_email })));
	for (const accountEmail of addresses) {
		service.sandbox.calls.clear();
		const { outputs } = await service.request('request', 'getMany', { filters: { accountEmail } });
		expect(outputs[0]).toHaveLength(1);
		const [call] = service.sandbox.calls.matching({ path: /\/signature-requests$/ });
		expect(new URLSearchParams(call?.query).get('account_email')).toBe(accountEmail);
	}
});

it('what v1 does not know is not sent there as a filter', async () => {
	const service = await startService();
	await service.addRequest('v2', { title: 'Other' });
	service.sandbox.calls.clear();
	const { error } = await service.request('request', 'getMany', {
		apiVersion: 'v1',
		filters: { search: 'Contract', accountEmail: 'ann@example.com', status: 'OPEN' },
	});
	expect(error).toBeUndefined();
	const [call] = service.sandbox.calls.matching({ path: /\/signature-requests$/ });
	expect([...new URLSearchParams(call?.query).keys()].sort()).toEqual([
		'page_number',
		'page_size',
		'status_overall',
	]);
});

it('numbers in texts are texts, and null in JSON is an empty field', async () => {
	const service = await startRecorded();
	const person = { firstName: 'Ann', lastName: null, mobileNumber: 41791234567, language: null };
	const { error } = await service.request(
		'request',
		'create',
		{
			...document,
			title: '={{ 2026 }}',
			message: '={{ 7 }}',
			signerInput: 'json',
			signersJson: JSON.stringify([person]),
			options: { custom: '={{ 4711 }}' },
		},
		{ items },
	);
	expect(error).toBeUndefined();
	expect(service.sent[0]).toMatchObject({
		title: '2026',
		message: '7',
		custom: '4711',
		signatures: [{ signer_identity_data: { first_name: 'Ann', mobile_number: '41791234567' } }],
	});
});

it('null for a measure is refused, and never 0', async () => {
	const service = await startService();
	const positions = [{ pageNumber: 1, x: null, y: 10, width: 10, height: 10 }];
	const { error } = await service.request(
		'request',
		'create',
		{
			...document,
			title: 'A',
			signerInput: 'json',
			signersJson: JSON.stringify([{ email: 'ann@example.com', positions }]),
		},
		{ items },
	);
	expect(error?.message).toMatch(/x is empty/i);
	expect(service.sandbox.calls.count({ method: 'POST', path: /signature-requests/ })).toBe(0);
});

describe('a date from an expression', () => {
	// n8n's own default zone, in which 02:00 UTC is still the day before.
	const later = new Date(Date.now() + 20 * DAY).toISOString().slice(0, 10);
	const dayBefore = new Date(Date.parse(later) - DAY).toISOString().slice(0, 10);

	it.each([
		['of JavaScript', `={{ new Date("${later}T02:00:00Z") }}`, dayBefore],
		['of Luxon', `={{ DateTime.fromISO("${later}T02:00:00Z") }}`, dayBefore],
		[
			'of Luxon in UTC',
			`={{ DateTime.fromISO("${later}T02:00:00Z", { zone: "utc" }) }}`,
			dayBefore,
		],
		['as a plain day', `={{ "${later}" }}`, later],
		['of the date field', `${later}T00:00:00`, later],
	])('%s means the day in the time zone of the workflow', async (_title, expiresAt, expected) => {
		const service = await startRecorded();
		const { id } = await service.addRequest('v3');
		const { error } = await service.request('request', 'update', {
			apiVersion: 'v3',
			requestId: byId(id),
			changes: { expiresAt },
		});
		expect(error).toBeUndefined();
		expect(service.changes.at(-1)).toMatchObject({ expires_at: expected });
	});
});

describe('Update checks like Create', () => {
	const yesterday = new Date(Date.now() - DAY).toISOString().slice(0, 10);

	it.each([
		['a day that is over', { expiresAt: yesterday }, /Expires On is in the past/],
		['a day that does not exist', { expiresAt: '2027-02-30' }, /Expires On must be a date/],
		['a quality that does not exist', { quality: '={{ "gold" }}' }, /Quality must be one of SES/],
		[
			'a law that does not exist',
			{ legislation: '={{ "MOON" }}' },
			/Legislation must be one of ZERTES/,
		],
	])('and sends nothing with %s', async (_title, changes, message) => {
		const service = await startRecorded();
		const { id } = await service.addRequest('v3');
		const { error } = await service.request('request', 'update', {
			apiVersion: 'v3',
			requestId: byId(id),
			changes,
		});
		expect(error?.message).toMatch(message);
		expect(service.sandbox.calls.count({ method: 'PUT' })).toBe(0);
	});

	it.each([
		['as a list', { signerInput: 'list', signers: {} }],
		['as JSON', { signerInput: 'json', signersJson: '[]' }],
	])('and removes no one by a list that was left empty, %s', async (_title, list) => {
		const service = await startRecorded();
		const { id } = await service.addRequest('v2', {
			signatures: [{ account_email: 'ann@example.com' }],
		});
		const { error } = await service.request('request', 'update', {
			requestId: byId(id),
			changes: {},
			signersChange: 'replace',
			...list,
		});
		expect(error?.message).toMatch(/has no entry; add a signer, or choose Signers: Remove All/);
		expect(service.sandbox.calls.count({ method: 'PUT' })).toBe(0);
	});
});
