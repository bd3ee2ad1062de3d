import { PNG } from '../../../sandbox/pdf/samples';
import { smallPdf } from '../../../support/files/pdf';
import { byId, startService, type Service } from '../../../support/service/service';

const contract = { bytes: smallPdf, fileName: 'Contract.pdf' };
const photo = { bytes: PNG, fileName: 'photo.png', mediaType: 'image/png' };
const text = { bytes: Buffer.from('Hi'), fileName: 'contract.txt', mediaType: 'text/plain' };
type Files = Record<string, { bytes: Buffer; fileName: string }>;

const ann = { signers: { signer: [{ kind: 'email', email: 'ann@example.com' }] } };

/** What each way to a file does when its form is left as it is. */
const places: Record<string, (service: Service, files: Files) => Promise<{ error?: Error }>> = {
	'Document: Upload': async (service, files) =>
		await service.document('upload', { source: 'binary' }, { items: [{ files }] }),
	'Request: Create in v3': async (service, files) => {
		const form = { apiVersion: 'v3', ...ann };
		return await service.request('request', 'create', form, { items: [{ files }] });
	},
	'Attachment: Add': async (service, files) => {
		const { id } = await service.addRequest('v2');
		const parameters = { apiVersion: 'v2', requestId: byId(id) };
		return await service.request('attachment', 'add', parameters, { items: [{ files }] });
	},
	'Validation: Validate Document': async (service, files) =>
		await service.validation('validate', {}, { items: [{ files }] }),
};

it.each(Object.entries(places))('%s uses the only PDF of an item', async (_place, run) => {
	const service = await startService();
	for (const files of [{ Contract: contract }, { photo, Contract: contract }] as Files[]) {
		expect((await run(service, files)).error).toBeUndefined();
	}
});

it.each<[string, Files, RegExp]>([
	['Document: Upload', { Contract: contract, Annex: contract }, /Field: .* Contract, Annex\.$/],
	['Document: Upload', { photo, logo: photo }, /"data"\. It has: photo, logo\.$/],
	['Request: Create in v3', { photo, logo: photo }, /^Input Binary Fields: /],
	['Document: Upload', { Contract: text }, /^The document "contract.txt" isn't a PDF/],
])('%s takes no file for the only one: %j', async (place, files, reason) => {
	const { error } = await places[place]!(await startService(), files);
	expect(error?.message).toMatch(reason);
});

it('one file of any kind is used by what takes any', async () => {
	const { document } = await startService({ dialect: 'public' });
	const items = [{ files: { Contract: text } }];
	expect((await document('prepare', { source: 'binary' }, { items })).error).toBeUndefined();
});

it('a name that was typed is never taken for another, nor is any of several', async () => {
	const { document, request, sandbox } = await startService();
	const items = [{ files: { annex: contract } }];
	const one = await document(
		'upload',
		{ source: 'binary', binaryPropertyName: 'Annex' },
		{ items },
	);
	expect(one.error?.message).toMatch(/no binary field "Annex"\. It has: annex\./);
	const form = { ...ann, apiVersion: 'v3', binaryPropertyName: 'data, annex' };
	const several = await request('request', 'create', form, { items });
	expect(several.error?.message).toBe(
		'Input Binary Fields: this item has no binary field "data". It has: annex.',
	);
	expect(sandbox.store.requests).toEqual([]);
});
