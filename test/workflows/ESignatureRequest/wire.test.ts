import type { INodeParameters } from 'n8n-workflow';
import { smallPdf } from '../../support/files/pdf';
import { byId, startService } from '../../support/service/service';

const account = { kind: 'account', email: 'bob@example.com' };
const identity = { firstName: 'Cleo', lastName: 'Frey', mobileNumber: '+41791234567' };
const noAccount = { kind: 'noAccount', ...identity };

/** Resource, operation, version and parameters. */
const rows: Array<[string, string, string, INodeParameters]> = [
	['signer', 'add', 'v1', account],
	['signer', 'add', 'v1', { ...noAccount, issuingCountry: 'ch' }],
	['signer', 'add', 'v2', account],
	['signer', 'add', 'v2', noAccount],
	['signer', 'add', 'v3', account],
	['signer', 'add', 'v3', noAccount],
	['signer', 'add', 'v3', { kind: 'group', groupId: 'gr_sandbox' }],
	['observer', 'add', 'v3', { kind: 'email', email: 'eve@example.com' }],
	['observer', 'add', 'v3', { kind: 'group', groupId: 'gr_sandbox' }],
	['attachment', 'add', 'v2', {}],
	['request', 'withdraw', 'v2', { message: 'No longer needed' }],
	['request', 'update', 'v2', { changes: { title: 'New title' } }],
];

it.each(rows)('%s %s in %s with %j sends what the contract says', async (...row) => {
	const [resource, operation, apiVersion, parameters] = row;
	const service = await startService();
	const signatures =
		apiVersion === 'v1'
			? [{ signer_email_address: 'ann@example.com' }]
			: [{ account_email: 'ann@example.com' }];
	const { id } = await service.addRequest(apiVersion, { signatures });
	const { error } = await service.request(
		resource,
		operation,
		{ apiVersion, requestId: byId(id), ...parameters },
		{ items: [{ files: { data: { bytes: smallPdf, fileName: 'annex.pdf' } } }] },
	);
	expect(error).toBeUndefined();
	const isLogin = (path: string) => path.endsWith('/access/login');
	expect(service.wire.filter(({ body, path }) => body && !isLogin(path))).toHaveLength(1);
});
