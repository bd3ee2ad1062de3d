import { EMPTY } from '../../../support/service/requestOperation';
import { startService } from '../../../support/service/service';
import type { Service } from '../../../support/service/service';

const QUALITIES = { method: 'GET', path: '/user/signature-qualities' };
const ANN = 'ann@example.com';

/** Ann was identified under Swiss law only. */
const start = async () =>
	await startService({ accounts: [ANN, 'bob@example.com'], identified: { [ANN]: ['ZERTES'] } });

const ask = async (service: Service, parameters: object = {}, run: object = {}) =>
	await service.request('signer', 'getSignatureQualities', { email: ANN, ...parameters }, run);

describe('Get Signature Qualities', () => {
	it.each(['v2', 'v3'])('shows with %s where someone ends at AES', async (apiVersion) => {
		const service = await start();
		const { outputs } = await ask(service, { apiVersion });
		expect(outputs[0]![0]!.json).toEqual({
			email: ANN,
			qes: { zertes: { quality: 'QES' }, eidas: { quality: 'AES' } },
			aes_minimal: { zertes: { quality: 'AES_MINIMAL' }, eidas: { quality: 'AES_MINIMAL' } },
			aes: { any: { quality: 'AES' } },
			ses: { any: { quality: 'SES' } },
			demo: { any: { quality: 'DEMO' } },
			part11: { any: { quality: 'PART11' } },
		});
	});

	it('returns everything when it is not simplified', async () => {
		const service = await start();
		const { outputs } = await ask(service, { simplify: false });
		expect(outputs[0]![0]!.json).toMatchObject({
			email: ANN,
			qes: { eidas: { quality: 'AES', provider: 'sandbox', legislation: 'EIDAS' } },
			seal: { aes: { sandbox_seal: { quality: 'AES' } } },
		});
	});

	it('asks for the address as it was typed', async () => {
		const email = 'a.b+sign@example.com';
		const service = await startService({ accounts: [email] });
		const { outputs } = await ask(service, { email });
		expect(outputs[0]![0]!.json.email).toBe(email);
	});

	it('passes on what it does not know', async () => {
		const service = await start();
		const body = { later: { any: { quality: 7 } }, none: null, note: 'new', list: ['a'] };
		service.sandbox.faults.add({ ...QUALITIES, status: 200, body });
		const { outputs } = await ask(service, {}, { unknownFields: true });
		expect(outputs[0]![0]!.json).toEqual({ email: ANN, ...body });
	});

	it('explains who is not known, goes on if On Error says so, and pairs every output', async () => {
		const service = await start();
		const { outputs } = await ask(
			service,
			{ email: '={{ $json.email }}' },
			{
				items: ['unknown@example.com', 'bob@example.com'].map((email) => ({ json: { email } })),
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(outputs[0]).toMatchObject([
			{
				json: {
					error: expect.stringMatching(/does not know with which quality/) as string,
					details: { status: 404 },
				},
				pairedItem: { item: 0 },
			},
			{
				json: { email: 'bob@example.com', qes: { eidas: { quality: 'QES' } } },
				pairedItem: { item: 1 },
			},
		]);
	});

	it.each([
		['no address', { email: EMPTY }, /Email is empty/],
		['what is no address', { email: 'ann' }, /Email "[^"]+" is not an email address/],
		['v1', { apiVersion: 'v1' }, /must be v2 or v3/],
	])('refuses %s before any call', async (_title, parameters, reason) => {
		const service = await start();
		const { error } = await ask(service, parameters);
		expect(error?.message).toMatch(reason);
		expect(service.sandbox.calls.count()).toBe(0);
	});

	it.each([
		[400, /could not accept the request/],
		[403, /may not do this/],
	])('explains status %s', async (status, reason) => {
		const service = await start();
		service.sandbox.faults.add({ ...QUALITIES, status, body: { status } });
		const { error } = await ask(service);
		expect(error?.message).toMatch(reason);
	});

	it.each([429, 503])('tries again after status %s', async (status) => {
		const service = await start();
		service.sandbox.faults.add({ ...QUALITIES, status, times: 1 });
		const { error } = await ask(service);
		expect(error).toBeUndefined();
		expect(service.sandbox.calls.count(QUALITIES)).toBe(2);
	});
});
