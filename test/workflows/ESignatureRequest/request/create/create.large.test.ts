import { LARGEST_DOCUMENT_BYTES } from '../../../../../nodes/shared/document/fileCheck';
import { pdfOfSize } from '../../../../support/files/pdf';
import { startService } from '../../../../support/service/service';
import { timeLimitMs } from '../../../../support/files/timeLimit';

const MIB = 1024 * 1024;
const ann = { signers: { signer: [{ kind: 'account', email: 'ann@example.com' }] } };
const requestPost = { method: 'POST', path: '/signature-requests' };
jest.setTimeout(timeLimitMs(LARGEST_DOCUMENT_BYTES));

it.each([
	['v1', '5 MiB', 5 * MIB],
	['v2', 'one byte more than 4 MiB', 4 * MIB + 1],
	['v3', '5 MiB', 5 * MIB],
])('Create with %s sends %s unchanged, with a known length', async (apiVersion, _size, size) => {
	const service = await startService();
	const bytes = pdfOfSize(size);
	const { outputs, error } = await service.request(
		'request',
		'create',
		{ apiVersion, ...ann },
		{ items: [{ files: { data: { bytes, fileName: 'large.pdf' } } }] },
	);
	expect(error).toBeUndefined();
	const [document] = outputs[0]![0]!.json.documents as Array<{ id: string }>;
	const content = await service.call(`/v2/documents/${document!.id}/content`, {
		headers: { accept: 'application/pdf' },
	});
	expect(Buffer.from(await content.arrayBuffer()).equals(bytes)).toBe(true);
	const path = apiVersion === 'v3' ? '/documents' : '/signature-requests';
	const [post] = service.sandbox.calls.matching({ method: 'POST', path });
	expect(post!.contentLength).toBe(post!.receivedBytes);
});

it('Create refuses 112.5 MiB and one byte before any call', async () => {
	const service = await startService();
	const bytes = pdfOfSize(LARGEST_DOCUMENT_BYTES + 1);
	const { error } = await service.request('request', 'create', ann, {
		items: [{ files: { data: { bytes, fileName: 'huge.pdf' } } }],
	});
	expect(error?.message).toContain('117964800 (112.5 MB)');
	expect(service.sandbox.calls.count()).toBe(0);
});

it('Create meets a token that was revoked early with one new login', async () => {
	const service = await startService();
	await service.document('getMany');
	service.sandbox.store.revokeTokens();
	service.sandbox.calls.clear();
	const { error } = await service.request('request', 'create', ann, {
		items: [{ files: { data: { bytes: pdfOfSize(20 * MIB), fileName: 'l.pdf' } } }],
	});
	expect(error).toBeUndefined();
	expect(service.sandbox.calls.count(requestPost)).toBe(1);
	expect(service.sandbox.calls.count({ path: /\/access\/login$/ })).toBe(1);
});
