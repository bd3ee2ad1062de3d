import { LARGEST_DOCUMENT_BYTES } from '../../../nodes/shared/document/fileCheck';
import { PNG } from '../../sandbox/pdf/samples';
import { pdfOfSize } from '../../support/files/pdf';
import { startService } from '../../support/service/service';
import { timeLimitMs } from '../../support/files/timeLimit';

const MIB = 1024 * 1024;
const NEW_ID = '28c29d94-2d47-4a5a-8b3f-6c9f8ab5c2a1';
const visible = { placement: 'position', image: 'logo' };
jest.setTimeout(timeLimitMs(LARGEST_DOCUMENT_BYTES));

const itemOf = (sizeBytes: number) => ({
	files: {
		data: { bytes: pdfOfSize(sizeBytes), fileName: 'large.pdf' },
		logo: { bytes: PNG, fileName: 'logo.png' },
	},
});

it('a document that is streamed is sealed and validates as passed', async () => {
	const service = await startService();
	const items = [itemOf(4 * MIB + 1)];
	const sealed = await service.seal({ ...visible, download: true }, { items });
	expect(sealed.error).toBeUndefined();
	const bytes = await service.engine.readBinary(sealed.outputs[0]![0]!);
	const { outputs } = await service.validation(
		'validate',
		{},
		{ items: [{ files: { data: { bytes, fileName: 'sealed.pdf' } } }] },
	);
	expect(outputs[0]![0]!.json).toMatchObject({ verdict: 'passed', signatures: 1 });
});

it('a large document arrives whole, streamed with its exact length', async () => {
	const service = await startService();
	const body = { document_id: NEW_ID };
	service.sandbox.faults.add({ method: 'POST', path: '/seal', status: 200, body });
	const { outputs, error } = await service.seal(
		{ ...visible, download: false },
		{ items: [itemOf(20 * MIB)] },
	);
	expect(error).toBeUndefined();
	expect(outputs[0]![0]!.json).toEqual(body);
	const [post] = service.sandbox.calls.matching({ method: 'POST', path: '/seal' });
	expect(post!.contentLength).toBeGreaterThan(((20 * MIB) / 3) * 4);
	expect(post!.receivedBytes).toBe(post!.contentLength);
});

it('one byte more is refused before any call', async () => {
	const service = await startService();
	const { error } = await service.seal({}, { items: [itemOf(LARGEST_DOCUMENT_BYTES + 1)] });
	expect(error?.message).toContain('117964801 bytes');
	expect(service.sandbox.calls.count()).toBe(0);
});

it('a large document meets a token that was revoked early with one new login', async () => {
	const service = await startService();
	await service.document('getMany');
	service.sandbox.store.revokeTokens();
	service.sandbox.calls.clear();
	const { error } = await service.seal({}, { items: [itemOf(5 * MIB)] });
	expect(error).toBeUndefined();
	expect(service.sandbox.calls.count({ method: 'POST', path: '/seal' })).toBe(1);
	expect(service.sandbox.calls.count({ path: /\/access\/login$/ })).toBe(1);
});

it('a large document is not sealed again after its connection was cut', async () => {
	const service = await startService();
	service.sandbox.faults.add({ method: 'POST', path: '/seal', reset: 'after' });
	const { error } = await service.seal({}, { items: [itemOf(5 * MIB)] });
	expect(error?.description).toMatch(/may have gone through/);
	expect(service.sandbox.calls.count({ method: 'POST', path: '/seal' })).toBe(1);
});
