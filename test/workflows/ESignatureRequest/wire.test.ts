import type { INodeParameters } from 'n8n-workflow';
import { smallPdf } from '../../support/pdf';
import { startRecorded } from '../../support/recorded';
import { byId } from '../../support/service';
import { expectChangeOnTheWire } from '../../support/wire';
import type { Change } from '../../support/wire';

const account = { kind: 'account', email: 'bob@example.com' };
const identity = { firstName: 'Cleo', lastName: 'Frey', mobileNumber: '+41791234567' };
const noAccount = { kind: 'noAccount', ...identity };

/** Resource, operation, version, parameters, and the description that the body is held against. */
const rows: Array<[string, string, string, INodeParameters, Change]> = [
	['signer', 'add', 'v1', account, 'addSigner.v1'],
	['signer', 'add', 'v1', { ...noAccount, issuingCountry: 'ch' }, 'addSigner.v1'],
	['signer', 'add', 'v2', account, 'addSigner.v2'],
	['signer', 'add', 'v2', noAccount, 'addSigner.v2'],
	['signer', 'add', 'v3', account, 'addSigner.v3'],
	['signer', 'add', 'v3', noAccount, 'addSigner.v3'],
	['signer', 'add', 'v3', { kind: 'group', groupId: 'gr_sandbox' }, 'addSigner.v3'],
	['observer', 'add', 'v3', { kind: 'email', email: 'eve@example.com' }, 'addObserver'],
	['observer', 'add', 'v3', { kind: 'group', groupId: 'gr_sandbox' }, 'addObserver'],
	['attachment', 'add', 'v2', {}, 'addAttachment'],
	['request', 'withdraw', 'v2', { message: 'No longer needed' }, 'withdraw'],
	['request', 'update', 'v2', { changes: { title: 'New title' } }, 'update'],
];

it.each(rows)('%s %s in %s with %j sends what the contract says', async (...row) => {
	const [resource, operation, apiVersion, parameters, change] = row;
	const service = await startRecorded();
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
	expect(service.changes).toHaveLength(1);
	expectChangeOnTheWire(change, service.changes[0]);
});
