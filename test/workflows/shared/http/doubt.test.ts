import type { INodeParameters } from 'n8n-workflow';
import { addAttachment } from '../../../support/service/attachments';
import type { RunResult } from '../../../support/engine/engine';
import { addObserver } from '../../../support/service/observers';
import { smallPdf } from '../../../support/files/pdf';
import { retrying, signers, UNKNOWN } from '../../../support/service/requestOperation';
import { byId, startService } from '../../../support/service/service';
import type { Service } from '../../../support/service/service';

const items = [{ files: { data: { bytes: smallPdf, fileName: 'a.pdf' } } }];
const run = { items };

/** What each operation that acts works on, and where its error sends people to look. */
interface Acting {
	looks: RegExp;
	method: string;
	run: (service: Service, settings?: object) => Promise<RunResult>;
}

const onRequest =
	(
		[resource, operation]: [string, string],
		{
			version = 'v2',
			more = async () => await Promise.resolve({}),
		}: {
			version?: string;
			more?: (service: Service, id: string) => Promise<INodeParameters>;
		} = {},
	) =>
	async (service: Service, settings = {}) => {
		const { id } = await service.addRequest(version, signers('ann@example.com'));
		const parameters = { apiVersion: version, requestId: byId(id), ...(await more(service, id)) };
		return await service.request(resource, operation, parameters, { items, settings });
	};

const acting: Record<string, Acting> = {
	'Document: Upload': {
		method: 'POST',
		looks: /Get Many of the E-Signature Document node/,
		run: async ({ document }, settings) =>
			await document('upload', { source: 'binary' }, { ...run, settings }),
	},
	'Document: Delete': {
		method: 'DELETE',
		looks: /Get of the E-Signature Document node/,
		run: async (service, settings) => {
			const documentId = byId(await service.addDocument());
			return await service.document('delete', { documentId }, { settings });
		},
	},
	'Seal Document': {
		method: 'POST',
		looks: /Get Many of the E-Signature Document node/,
		run: async ({ seal }, settings) => await seal({ source: 'binary' }, { ...run, settings }),
	},
	'Request: Create': {
		method: 'POST',
		looks: /Get Many of the E-Signature Request node for a request with this title/,
		run: async ({ request }, settings) =>
			await request(
				'request',
				'create',
				{ source: 'binary', title: 'A', signerInput: 'none' },
				{ ...run, settings },
			),
	},
	'Request: Update': {
		method: 'PUT',
		looks: /Get of the E-Signature Request node whether the request has changed/,
		run: onRequest(['request', 'update'], {
			more: async () => await Promise.resolve({ changes: { title: 'B' } }),
		}),
	},
	'Request: Delete': {
		method: 'DELETE',
		looks: /Get of the E-Signature Request node: a request that the service does not know/,
		run: onRequest(['request', 'delete']),
	},
	'Request: Initiate': {
		method: 'POST',
		looks: /in the state DRAFT was not initiated/,
		run: onRequest(['request', 'initiate'], { version: 'v3' }),
	},
	'Request: Withdraw': {
		method: 'POST',
		looks: /in the state WITHDRAWN was withdrawn/,
		run: onRequest(['request', 'withdraw']),
	},
	'Request: Remind': {
		method: 'POST',
		looks: /Run Remind again within the hour/,
		run: onRequest(['request', 'remind']),
	},
	'Request: Clear Expiry': {
		method: 'DELETE',
		looks: /still shows expires_at/,
		run: onRequest(['request', 'clearExpiry'], { version: 'v3' }),
	},
	'Signer: Add': {
		method: 'POST',
		looks: /whether the signer is in the request before you run this again/,
		run: onRequest(['signer', 'add'], {
			more: async () => await Promise.resolve({ kind: 'account', email: 'bob@example.com' }),
		}),
	},
	'Signer: Remove': {
		method: 'DELETE',
		looks: /whether the signer is still in the request/,
		run: onRequest(['signer', 'remove'], {
			more: async () => await Promise.resolve({ signer: byId('ann@example.com') }),
		}),
	},
	'Observer: Add': {
		method: 'POST',
		looks: /Observer: Get Many/,
		run: onRequest(['observer', 'add'], {
			version: 'v3',
			more: async () => await Promise.resolve({ kind: 'email', email: 'eve@example.com' }),
		}),
	},
	'Observer: Remove': {
		method: 'DELETE',
		looks: /Observer: Get Many/,
		run: onRequest(['observer', 'remove'], {
			version: 'v3',
			more: async (service, id) => ({ observerId: byId(await addObserver(service, id)) }),
		}),
	},
	'Attachment: Add': {
		method: 'POST',
		looks: /Simplify off, whether the file is in the request/,
		run: onRequest(['attachment', 'add']),
	},
	'Attachment: Remove': {
		method: 'DELETE',
		looks: /Simplify off, whether the file is in the request/,
		run: onRequest(['attachment', 'remove'], {
			more: async (service, id) => ({ attachmentId: byId(await addAttachment(service, id)) }),
		}),
	},
	'Validation: Delete Result': {
		method: 'DELETE',
		looks: /Get Result Info of the E-Signature Validation node/,
		run: async ({ validation }, settings) =>
			await validation('delete', { validationId: UNKNOWN }, { settings }),
	},
	'Validation: Validate Document': {
		method: 'POST',
		looks: /may use credits twice/,
		run: async ({ validation }, settings) =>
			await validation('validate', { source: 'binary' }, { ...run, settings }),
	},
};

/** Only what the node sends: what prepares the test is sent past it. */
async function failing(name: string, fault: { status: number } | { reset: 'after' }) {
	const { method, run: start } = acting[name]!;
	const service = await startService();
	const path = /^(?!.*\/access\/login)/;
	const armed = new Proxy(service, {
		get: (target, property: keyof Service) => {
			const isNode = ['document', 'request', 'seal', 'validation'].includes(property);
			if (isNode) service.sandbox.faults.add({ method, path, ...fault });
			return target[property];
		},
	});
	return await start(armed);
}

describe.each(Object.keys(acting))('%s', (name) => {
	it.each([500, 503].filter((status) => status === 500 || acting[name]!.method !== 'DELETE'))(
		'says after status %s that it may have gone through, and how to find out',
		async (status) => {
			const { error } = await failing(name, { status });
			expect(error?.description).toMatch(/may have (gone through|validated)/);
			expect(error?.description).toMatch(acting[name]!.looks);
			expect(error?.description).not.toMatch(/[Tt]ry again/);
		},
	);
});

it.each(Object.keys(acting).filter((name) => acting[name]!.method !== 'DELETE'))(
	'%s says the same when the answer is lost',
	async (name) => {
		const { error } = await failing(name, { reset: 'after' });
		expect(error?.message).toMatch(/gave no answer/);
		expect(error?.description).toMatch(acting[name]!.looks);
	},
);

it('a read says nothing of the kind', async () => {
	const service = await startService();
	service.sandbox.faults.add({ method: 'GET', path: '/v2/documents', status: 500 });
	const { error } = await service.document('getMany');
	expect(error?.description).toMatch(/Try again later/);
});

it('a call that was surely refused says nothing of the kind', async () => {
	const service = await startService();
	service.sandbox.faults.add({ method: 'POST', path: '/v2/documents', status: 400 });
	const { error } = await service.document('upload', { source: 'binary' }, run);
	expect(error?.description).not.toMatch(/may have/);
});

it('a second attempt of Retry On Fail says it too', async () => {
	const service = await startService();
	service.sandbox.faults.add({ method: 'POST', path: '/v2/documents', reset: 'after' });
	const settings = retrying;
	const { error } = await service.document('upload', { source: 'binary' }, { ...run, settings });
	expect(error?.message).toMatch(/An earlier attempt has sent this document/);
	expect(error?.description).toMatch(acting['Document: Upload']!.looks);
});
