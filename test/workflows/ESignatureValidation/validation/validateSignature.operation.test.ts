import { createIdentity } from '../../../../sandbox/pdf/cms/certificate';
import { signDetached } from '../../../../sandbox/pdf/signing/signCms';
import { startService } from '../../../support/service/service';

async function signatureItem() {
	const dora = await createIdentity('Dora', { quality: 'AES', legislation: 'EIDAS' });
	const signedAt = new Date('2026-03-01T10:00:00Z');
	const bytes = Buffer.from(await signDetached([Buffer.from('anything')], dora, signedAt));
	return { files: { data: { bytes, fileName: 'contract.p7s' } } };
}

it('Validate Signature does not say that a valid one belongs to a file, and sends no wish for a document', async () => {
	const service = await startService();
	const options = { quality: 'AES', rejectUndefinedChanges: true, rejectVisualDifferences: true };
	const items = [await signatureItem()];
	const { outputs } = await service.validation('validateSignature', { options }, { items });
	expect(outputs[0]![0]!.json).toMatchObject({
		verdict: 'passed',
		explanation: expect.stringMatching(
			/^All signatures are valid\. They may belong to any file, unless/,
		) as string,
	});
	const [post] = service.sandbox.calls.matching({ method: 'POST', path: '/validate/signature' });
	expect(post!.query).toBe('?infos=validation&quality=AES');
	expect(post!.receivedBytes).toBe(post!.contentLength);
});
