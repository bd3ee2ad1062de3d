import { byId, startService } from '../../../support/service/service';

const UNKNOWN = '11111111-2222-4333-8444-555555555555';
const CALLBACK = 'https://workflows.example/webhook/1?event=success&proof=0123456789abcdef';
const twoSigners = {
	signatures: [
		{ account_email: 'ann@example.com', sequence: 1 },
		{ signer_identity_data: { first_name: 'Bob', last_name: 'Meier' }, sequence: 2 },
	],
};

describe('Get', () => {
	it.each(['v1', 'v2', 'v3'])('reads a request with %s', async (apiVersion) => {
		const service = await startService();
		const { id } = await service.addRequest(apiVersion, {
			signatures: [{ account_email: 'ann@example.com' }],
			custom: 'order 7',
		});
		const { outputs } = await service.request('request', 'get', {
			apiVersion,
			requestId: byId(id),
		});
		const { json } = outputs[0]![0]!;
		expect(json).toMatchObject({
			id,
			title: 'Contract',
			status: apiVersion === 'v3' ? 'DRAFT' : 'OPEN',
			progress: { signed: 0, total: 1, nextSigners: ['ann@example.com'] },
			documents: [{ id: expect.any(String) as string }],
		});
		expect(Object.keys(json).length).toBeLessThanOrEqual(10);
	});

	it('returns who signs next, by name where the email is opaque, and the link for each', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v2', twoSigners);
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
		['simplified', { simplify: true }, false],
		['raw', { simplify: false }, false],
		['raw for an agent', { output: 'raw' }, true],
		['selected for an agent', { output: 'selected', outputFields: ['callback_success_url'] }, true],
	])('leaves callback addresses out of %s output', async (_title, parameters, asTool) => {
		const service = await startService();
		const { id } = await service.addRequest('v2', {
			callback_success_url: CALLBACK,
			callback_error_url: CALLBACK,
			callback_update_url: CALLBACK,
		});
		const { outputs, error } = await service.request(
			'request',
			'get',
			{ requestId: byId(id), ...parameters },
			{ asTool },
		);
		expect(error).toBeUndefined();
		expect(JSON.stringify(outputs)).not.toContain('proof');
		expect(JSON.stringify(outputs)).not.toContain('callback_');
	});

	it('returns everything with progress and links when it is not simplified', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v2', twoSigners);
		const { outputs } = await service.request('request', 'get', {
			requestId: byId(id),
			simplify: false,
		});
		const { json } = outputs[0]![0]!;
		expect(Object.keys(json).length).toBeGreaterThan(10);
		expect(json).toMatchObject({
			owner: service.sandbox.username,
			progress: { total: 2 },
			signatures: [
				{ signer_email_address: 'ann@example.com', signingLink: expect.any(String) as string },
				{ signer_identity_data: { first_name: 'Bob' } },
			],
		});
	});

	it('returns to an agent only the fields that it has chosen', async () => {
		const service = await startService();
		const { id } = await service.addRequest();
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

	it('goes on after a failed item and pairs every output with its input', async () => {
		const service = await startService();
		const { id } = await service.addRequest();
		const { outputs } = await service.request(
			'request',
			'get',
			{ requestId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } },
			{
				items: [{ json: { id: UNKNOWN } }, { json: { id } }],
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(outputs[0]).toMatchObject([
			{ json: { details: { status: 404 } }, pairedItem: { item: 0 } },
			{ json: { id }, pairedItem: { item: 1 } },
		]);
	});

	it('explains that v3 cannot show the request', async () => {
		const service = await startService();
		const { id } = await service.addRequest('v3');
		service.sandbox.faults.add({
			method: 'GET',
			path: /\/signature-requests\//,
			status: 406,
			body: { status: 406, message: 'Not acceptable' },
		});
		const { error } = await service.request('request', 'get', {
			apiVersion: 'v3',
			requestId: byId(id),
		});
		expect(error?.message).toMatch(/form that was asked for \(status 406\)/);
		expect(error?.description).toMatch(/Choose API version v2/);
	});
});
