import type { INodeParameters } from 'n8n-workflow';
import { smallPdf } from '../../support/files/pdf';
import { byId, startService } from '../../support/service/service';

const signers = (...signer: INodeParameters[]) => ({ signers: { signer } });
const ann = { kind: 'account', email: 'ann@example.com' };

it('Create makes a v3 draft of three documents that observers join before it starts', async () => {
	const groups = [
		{ id: 'gr_board', name: 'Board', members: ['a@x.ch', 'b@x.ch'] },
		{ id: 'gr_audit', name: 'Audit', members: ['eve@example.com'] },
	];
	const service = await startService({ groups });
	const files = Object.fromEntries(
		['a', 'b', 'c'].map((name) => [name, { bytes: smallPdf, fileName: `${name}.pdf` }]),
	);
	const created = await service.request(
		'request',
		'create',
		{
			apiVersion: 'v3',
			initiate: false,
			binaryPropertyName: 'a, b, c',
			...signers({ kind: 'group', groupId: 'gr_board' }, ann),
		},
		{ items: [{ files }] },
	);
	const { id, documents } = created.outputs[0]![0]!.json as { id: string; documents: unknown[] };
	expect(documents).toHaveLength(3);
	const requestId = byId(id);
	await service.request('observer', 'add', { requestId, kind: 'group', groupId: 'gr_audit' });
	await service.request('observer', 'add', { requestId, email: 'eve@example.com' });
	const observers = await service.request('observer', 'getMany', { requestId });
	expect(observers.outputs[0]).toHaveLength(2);
	const started = await service.request('request', 'initiate', { requestId });
	expect(started.outputs[0]![0]!.json).toMatchObject({
		status: 'OPEN',
		progress: { total: 3 },
	});
});
