import { addAttachment } from '../../../support/service/attachments';
import { signers, UNKNOWN } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';

const deletes = { method: 'DELETE', path: /./ };

const refusals = {
	'a rate limit': { status: 429, headers: { 'retry-after': '0' } },
	'a token that has expired': {
		status: 403,
		body: { status: 403, key: 'error.auth.token_expired', message: 'expired' },
	},
	'a rate limit at the login': undefined,
};

it.each(Object.entries(refusals))(
	'a delete of what was never there fails, also after %s',
	async (_title, refusal) => {
		const service = await startService();
		// Past the nodes, so that only theirs is refused.
		await service.call('/v2/documents');
		const login = { method: 'POST', path: /login/, status: 429, headers: { 'retry-after': '0' } };
		service.sandbox.faults.add({ ...(refusal ? { ...deletes, ...refusal } : login), times: 1 });
		const { error } = await service.document('delete', { documentId: byId(UNKNOWN) });
		expect(error?.httpCode).toBe('404');
	},
);

it('a delete whose first answer was lost is a success', async () => {
	const service = await startService();
	const { id } = await service.addRequest('v2');
	const attachmentId = byId(await addAttachment(service, id));
	service.sandbox.faults.add({ ...deletes, reset: 'after', times: 1 });
	const { outputs } = await service.request('attachment', 'remove', {
		requestId: byId(id),
		attachmentId,
	});
	expect(outputs[0]![0]!.json).toEqual({ deleted: true });
	expect(service.sandbox.calls.matching(deletes).map(({ status }) => status)).toContain(404);
});

it.each<[string, { status: number; body?: unknown }]>([
	['is refused', { status: 500 }],
	['cannot be read', { status: 200, body: '<html></html>' }],
	['shows nothing', { status: 200, body: { id: null } }],
])('a request whose state %s after the delete is deleted anyway', async (_title, fault) => {
	const service = await startService({ deleteWithdrawsFirst: false });
	const { id } = await service.addRequest('v2', signers('ann@example.com'));
	service.sandbox.faults.add({ method: 'GET', path: /\/signature-requests\//, ...fault });
	const { outputs, error } = await service.request('request', 'delete', { requestId: byId(id) });
	expect(error).toBeUndefined();
	expect(outputs[0]![0]!.json).toEqual({ deleted: true });
	expect(service.sandbox.store.request(id)).toBeUndefined();
});
