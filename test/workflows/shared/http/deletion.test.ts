import { addAttachment } from '../../../support/service/attachments';
import type { RunResult } from '../../../support/engine/engine';
import { signers, UNKNOWN } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';
import type { Service } from '../../../support/service/service';

const deletes = { method: 'DELETE', path: /./ };

/** Each on something that was never there. */
const ofNothing: Record<string, (service: Service) => Promise<RunResult>> = {
	'Document: Delete': async ({ document }) =>
		await document('delete', { documentId: byId(UNKNOWN) }),
	'Request: Delete': async ({ request }) =>
		await request('request', 'delete', { requestId: byId(UNKNOWN) }),
	'Observer: Remove': async ({ request, addRequest }) => {
		const requestId = byId((await addRequest('v3')).id);
		return await request('observer', 'remove', { requestId, observerId: byId('ob_unknown') });
	},
	'Attachment: Remove': async ({ request, addRequest }) => {
		const requestId = byId((await addRequest()).id);
		return await request('attachment', 'remove', { requestId, attachmentId: byId(UNKNOWN) });
	},
	'Validation: Delete Result': async ({ validation }) =>
		await validation('delete', { validationId: UNKNOWN }),
};

const refusals = {
	'a rate limit': { status: 429, headers: { 'retry-after': '0' } },
	'a token that has expired': {
		status: 403,
		body: { status: 403, key: 'error.auth.token_expired', message: 'expired' },
	},
	'a rate limit at the login': undefined,
};

describe.each(Object.keys(ofNothing))('%s of what was never there', (name) => {
	it.each(Object.entries(refusals))('fails, also after %s', async (_title, refusal) => {
		const service = await startService();
		// Past the nodes, so that only theirs is refused.
		await service.call('/v2/documents');
		const login = { method: 'POST', path: /login/, status: 429, headers: { 'retry-after': '0' } };
		service.sandbox.faults.add({ ...(refusal ? { ...deletes, ...refusal } : login), times: 1 });
		const { error } = await ofNothing[name]!(service);
		expect(error?.httpCode).toBe('404');
	});
});

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
