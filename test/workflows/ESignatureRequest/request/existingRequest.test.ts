/** Operations on a request that is there, beyond what their rows in the matrix show. */
import {
	hintsOf,
	retrying,
	signers,
	startWithRequest,
	UNKNOWN,
} from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';

const CALLBACK = 'https://workflows.example/webhook/1?event=success&proof=0123456789abcdef';
const twoSigners = {
	signatures: [
		{ account_email: 'ann@example.com', sequence: 1 },
		{ signer_identity_data: { first_name: 'Bob', last_name: 'Meier' }, sequence: 2 },
	],
};

it.each<[string, string, object]>([
	['attachment', 'remove', { requestId: byId(UNKNOWN), attachmentId: byId(UNKNOWN) }],
	['request', 'getActivities', { startDate: '2026-01-01', endDate: '2026-12-31' }],
	['signer', 'getSignatureQualities', { email: 'ann@example.com' }],
])('%s %s does not exist in version v1', async (resource, operation, parameters) => {
	const service = await startService();
	const form = { apiVersion: 'v1', ...parameters };
	const { error } = await service.request(resource, operation, form);
	expect(error?.message).toMatch(/^API Version: "v1" isn't one of v2, v3$/);
	expect(service.sandbox.calls.count()).toBe(0);
});

describe('Get', () => {
	it('returns who signs next, by name where the email is opaque, and the link for each', async () => {
		const { service, id } = await startWithRequest('v2', twoSigners);
		await service.sandbox.people.sign(id);
		const { outputs } = await service.request('request', 'get', { requestId: byId(id) });
		const { json } = outputs[0]![0]!;
		expect(json.progress).toEqual({ signed: 1, total: 2, nextSigners: ['Bob Meier'] });
		const link = `${service.sandbox.address}/app/sign/${id}`;
		expect(json.signatures).toEqual([
			expect.objectContaining({
				name: 'ann@example.com',
				status_code: 'SIGNED',
				signingLink: link,
			}),
			expect.objectContaining({
				name: 'Bob Meier',
				status_code: 'OPEN',
				signingLink: expect.stringMatching(`^${link}/.+`) as string,
			}),
		]);
	});

	it.each([
		['raw', { simplify: false }, false],
		['selected for an agent', { output: 'selected', outputFields: ['callback_success_url'] }, true],
	])('leaves callback addresses out of %s output', async (_title, parameters, asTool) => {
		const service = await startService();
		const { id } = await service.addRequest('v2', {
			callback_success_url: CALLBACK,
			callback_error_url: CALLBACK,
			callback_update_url: CALLBACK,
		});
		const form = { requestId: byId(id), ...parameters };
		const { outputs, error } = await service.request('request', 'get', form, { asTool });
		expect(error).toBeUndefined();
		expect(JSON.stringify(outputs)).not.toContain('proof');
		expect(JSON.stringify(outputs)).not.toContain('callback_');
	});

	it('returns to an agent only the fields that it has chosen', async () => {
		const { service, id } = await startWithRequest();
		const { outputs } = await service.request(
			'request',
			'get',
			{ requestId: byId(id), output: 'selected', outputFields: ['status', 'owner'] },
			{ asTool: true },
		);
		expect(outputs[0]![0]!.json).toEqual({
			status: 'OPEN',
			owner: service.sandbox.username,
		});
	});
});

describe('Get Signing Link', () => {
	it('gives the link of a signer, found by email address or by sid', async () => {
		const { service, id, signatures } = await startWithRequest('v2', twoSigners);
		const shared = `${service.sandbox.address}/app/sign/${id}`;
		const { sid } = signatures[1]!;
		const linkFor = async (signer: string) => {
			const form = { requestId: byId(id), signer: byId(signer) };
			return (await service.request('request', 'getSigningLink', form)).outputs[0]![0]!.json;
		};
		expect(await linkFor('ANN@example.com')).toMatchObject({
			signer: 'ann@example.com',
			signingLink: shared,
		});
		expect(await linkFor(sid)).toMatchObject({
			...{ sid, signer: 'Bob Meier', signingLink: `${shared}/${sid}` },
		});
	});

	it('hints that the timeout was changed', async () => {
		const { service, id } = await startWithRequest();
		const options = { exitUrl: 'https://shop.example/thanks', redirectTimeout: 5 };
		const form = { requestId: byId(id), options };
		const result = await service.request('request', 'getSigningLink', form);
		expect(result.outputs[0]![0]!.json.signingLink).toMatch(/redirectTimeout=10$/);
		expect(hintsOf(result)).toEqual([expect.stringMatching(/timeout is 10 instead of 5 seconds/)]);
	});
});

it('Get Report takes a report that is a list, and hides our proof in it', async () => {
	const { service, id } = await startWithRequest();
	const proof = 'a1'.repeat(32);
	const body = [{ event: 'callback', url: `https://a.example/?proof=${proof}` }];
	service.sandbox.faults.add({ method: 'GET', path: /\/report$/, status: 200, body });
	const form = { requestId: byId(id), format: 'json' };
	const run = { unknownFields: true } as const;
	const { outputs } = await service.request('request', 'getReport', form, run);
	expect(outputs[0]![0]!.json).toEqual({
		id,
		events: [{ event: 'callback', url: 'https://a.example/?proof=hidden' }],
	});
});

describe('Remind', () => {
	const reminders = { method: 'POST', path: /\/remind$/ };

	it('takes a 429 without a key as the hour too', async () => {
		const { service, id } = await startWithRequest('v2', signers('ann@example.com'));
		service.sandbox.faults.add({ ...reminders, status: 429, body: 'Too many requests' });
		const { error } = await service.request('request', 'remind', { requestId: byId(id) });
		expect(error?.message).toMatch(/less than an hour ago/);
		expect(service.sandbox.calls.count(reminders)).toBe(1);
	});
});

describe('Initiate', () => {
	const initiations = { method: 'POST', path: /\/initiate$/ };

	it('reads the request when the answer is empty', async () => {
		const { service, id } = await startWithRequest('v3');
		service.sandbox.faults.add({ ...initiations, status: 204 });
		const { outputs } = await service.request('request', 'initiate', { requestId: byId(id) });
		expect(outputs[0]![0]!.json).toMatchObject({ id, status: 'DRAFT' });
	});

	it('says that it was done when only reading afterwards failed, and is not sent again', async () => {
		const { service, id } = await startWithRequest('v3');
		service.sandbox.faults.add({ ...initiations, status: 204 });
		service.sandbox.faults.add({ method: 'GET', path: /\/signature-requests\//, status: 500 });
		const run = { settings: retrying };
		const { error } = await service.request('request', 'initiate', { requestId: byId(id) }, run);
		expect(error?.message).toMatch(/was initiated .*, but the request couldn't be read afterwards/);
		expect(service.sandbox.calls.count(initiations)).toBe(1);
	});
});

describe('Delete', () => {
	const deletes = { method: 'DELETE', path: /\/signature-requests\// };

	it.each([
		['at once', 'v2', false, 1],
		['by a second call', 'v2', true, 2],
		['at once, as a draft', 'v3', true, 1],
	])('removes a request %s', async (_title, apiVersion, deleteWithdrawsFirst, expected) => {
		const { service, id } = await startWithRequest(apiVersion, {}, { deleteWithdrawsFirst });
		const form = { apiVersion, requestId: byId(id) };
		const { outputs } = await service.request('request', 'delete', form);
		expect(outputs[0]![0]!.json).toEqual({ deleted: true });
		expect(service.sandbox.store.request(id)).toBeUndefined();
		expect(service.sandbox.calls.count(deletes)).toBe(expected);
	});

	it('says that the request is withdrawn when only the second call is refused', async () => {
		const { service, id } = await startWithRequest('v2', signers('ann@example.com'), {
			deleteWithdrawsFirst: true,
		});
		service.sandbox.faults.add({ ...deletes, delayMs: 0, times: 1 });
		service.sandbox.faults.add({ ...deletes, status: 403 });
		const { error } = await service.request('request', 'delete', { requestId: byId(id) });
		expect(service.sandbox.store.request(id)).toMatchObject({ status: 'WITHDRAWN' });
		expect(error?.message).toMatch(/^The request was withdrawn but not deleted: .*403/);
		expect(error?.description).toMatch(/Delete it again\. No one can sign it anymore/);
		expect(error?.httpCode).toBe('403');
	});
});
