import { PNG } from '../../../sandbox/pdf/samples';
import { smallPdf } from '../../../support/files/pdf';
import { byId, startService } from '../../../support/service/service';
import type { Service } from '../../../support/service/service';

const contract = { bytes: smallPdf, fileName: 'Contract.pdf' };
const photo = { bytes: PNG, fileName: 'photo.png', mediaType: 'image/png' };
type Files = Record<string, { bytes: Buffer; fileName: string }>;

const ann = { signers: { signer: [{ kind: 'account', email: 'ann@example.com' }] } };

/** What each node does with a file when its form is left as it is. */
const places: Record<string, (service: Service, files: Files) => Promise<{ error?: Error }>> = {
	'Document: Upload': async (service, files) =>
		await service.document('upload', { source: 'binary' }, { items: [{ files }] }),
	'Request: Create': async (service, files) =>
		await service.request(
			'request',
			'create',
			{ apiVersion: 'v2', ...ann },
			{ items: [{ files }] },
		),
	'Request: Create in v3': async (service, files) =>
		await service.request(
			'request',
			'create',
			{ apiVersion: 'v3', ...ann },
			{ items: [{ files }] },
		),
	'Attachment: Add': async (service, files) => {
		const { id } = await service.addRequest('v2');
		const parameters = { apiVersion: 'v2', requestId: byId(id) };
		return await service.request('attachment', 'add', parameters, { items: [{ files }] });
	},
	'Seal: Seal Document': async (service, files) => await service.seal({}, { items: [{ files }] }),
	'Validation: Validate Document': async (service, files) =>
		await service.validation('validate', {}, { items: [{ files }] }),
};

describe.each(Object.keys(places))('%s', (place) => {
	const run = places[place]!;
	const label = place.endsWith('v3') ? 'Input Binary Fields' : 'Input Binary Field';

	it.each<[string, Files]>([
		['under another name', { Contract: contract }],
		['beside other files', { photo, Contract: contract }],
	])('uses the only PDF of an item, %s', async (_title, files) => {
		const { error } = await run(await startService(), files);
		expect(error).toBeUndefined();
	});

	it.each<[string, Files, string]>([
		['two PDFs', { Contract: contract, Annex: contract }, 'Contract, Annex'],
		['two files and no PDF', { photo, logo: photo }, 'photo, logo'],
	])('names the files of an item with %s', async (_title, files, names) => {
		const { error } = await run(await startService(), files);
		expect(error?.message).toBe(
			`${label}: this item has no binary field "data". It has: ${names}.`,
		);
	});
});

describe('an item with one file that is no PDF', () => {
	const text = {
		bytes: Buffer.from('Contract'),
		fileName: 'contract.txt',
		mediaType: 'text/plain',
	};

	it.each(Object.keys(places).filter((place) => place !== 'Attachment: Add'))(
		'%s says what is wrong with the file',
		async (place) => {
			const { error } = await places[place]!(await startService(), { Contract: text });
			expect(error?.message).toMatch(/^The document "contract.txt" is (not|neither) a PDF/);
		},
	);

	it('is used by what takes any file', async () => {
		const service = await startService({ dialect: 'public' });
		const parameters = { source: 'binary' };
		const { error } = await service.document('prepare', parameters, {
			items: [{ files: { Contract: text } }],
		});
		expect(error).toBeUndefined();
	});
});

it('a name that was typed is never taken for another', async () => {
	const service = await startService();
	const parameters = { source: 'binary', binaryPropertyName: 'contract' };
	const { error } = await service.document('upload', parameters, {
		items: [{ files: { Contract: contract } }],
	});
	expect(error?.message).toMatch(/no binary field "contract"\. It has: Contract\./);
});

it('of several names, none is taken for another', async () => {
	const service = await startService();
	const parameters = { ...ann, apiVersion: 'v3', binaryPropertyName: 'data, annex' };
	const { error } = await service.request('request', 'create', parameters, {
		items: [{ files: { annex: contract } }],
	});
	expect(error?.message).toBe(
		'Input Binary Fields: this item has no binary field "data". It has: annex.',
	);
	expect(service.sandbox.store.requests).toEqual([]);
});
