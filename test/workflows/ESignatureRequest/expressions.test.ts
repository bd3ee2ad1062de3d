import { smallPdf } from '../../support/files/pdf';
import { startRecorded } from '../../support/service/recorded';
import { byId } from '../../support/service/service';

const DAY = 86_400_000;
const items = [{ files: { data: { bytes: smallPdf, fileName: 'contract.pdf' } } }];
const addresses = ['jürgen@müller.example', 'a&b@example.com', '用户@例え.テスト'];

it('addresses in any script arrive as they are typed, in bodies and in filters', async () => {
	const service = await startRecorded({ accounts: addresses });
	const { error } = await service.request(
		'request',
		'create',
		{
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

describe('a date from an expression', () => {
	// n8n's own default zone, in which 02:00 UTC is still the day before.
	const later = new Date(Date.now() + 20 * DAY).toISOString().slice(0, 10);
	const dayBefore = new Date(Date.parse(later) - DAY).toISOString().slice(0, 10);

	it.each([
		['of JavaScript', `={{ new Date("${later}T02:00:00Z") }}`, dayBefore],
		['of Luxon', `={{ DateTime.fromISO("${later}T02:00:00Z") }}`, dayBefore],
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
