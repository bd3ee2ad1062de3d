import { PNG } from '../../sandbox/pdf/samples';
import { pdfOfSize } from '../../support/files/pdf';
import { startService } from '../../support/service/service';

const MIB = 1024 * 1024;

const itemOf = (sizeBytes: number) => ({
	files: {
		data: { bytes: pdfOfSize(sizeBytes), fileName: 'large.pdf' },
		logo: { bytes: PNG, fileName: 'logo.png' },
	},
});

it('a document that is streamed with an image is sealed as a whole, and validates as passed', async () => {
	const service = await startService();
	const form = { placement: 'position', image: 'logo', download: true };
	const sealed = await service.seal(form, { items: [itemOf(4 * MIB + 1)] });
	expect(sealed.error).toBeUndefined();
	const [post] = service.sandbox.calls.matching({ method: 'POST', path: '/seal' });
	expect(post!.contentLength).toBeGreaterThan(((4 * MIB) / 3) * 4);
	expect(post!.receivedBytes).toBe(post!.contentLength);
	const bytes = await service.engine.readBinary(sealed.outputs[0]![0]!);
	const { outputs } = await service.validation(
		'validate',
		{},
		{ items: [{ files: { data: { bytes, fileName: 'sealed.pdf' } } }] },
	);
	expect(outputs[0]![0]!.json).toMatchObject({ verdict: 'passed', signatures: 1 });
});
