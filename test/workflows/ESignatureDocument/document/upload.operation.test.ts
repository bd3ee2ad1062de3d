import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PNG } from '../../../sandbox/pdf/samples';
import { smallPdf } from '../../../support/files/pdf';
import { retrying } from '../../../support/service/requestOperation';
import { startService } from '../../../support/service/service';
import type { Service } from '../../../support/service/service';

const fromBinary = { source: 'binary', title: '' };
const pdfItem = (fileName = 'Contract.pdf') => ({
	files: { data: { bytes: smallPdf, fileName } },
});

const uploads = (service: Service) =>
	service.sandbox.calls.count({ method: 'POST', path: '/documents' });

describe('Upload', () => {
	it.each(['v1', 'v2', 'v3'])('stores a binary file with %s and answers with its id', async (v) => {
		const service = await startService();
		const { outputs } = await service.document(
			'upload',
			{ ...fromBinary, apiVersion: v },
			{ items: [pdfItem()] },
		);
		const [item] = outputs[0]!;
		expect(item!.json).toMatchObject({
			title: 'Contract.pdf',
			size: smallPdf.length,
			page_count: 1,
			content_type: 'application/pdf',
		});
		const stored = await service.call(`/v2/documents/${item!.json.id as string}/content`, {
			headers: { accept: 'application/pdf' },
		});
		expect(Buffer.from(await stored.arrayBuffer()).equals(smallPdf)).toBe(true);
		expect(service.sandbox.calls.count({ method: 'POST', path: `/${v}/documents` })).toBe(1);
	});

	const encoded = smallPdf.toString('base64');
	it.each([
		['plain Base64', encoded],
		['Base64 in lines', encoded.replace(/(.{76})/g, '$1\r\n')],
		['a data: address', `data:application/pdf;base64,${encoded}`],
		['the alphabet of URLs, unpadded', smallPdf.toString('base64url')],
	])('takes %s', async (_title, content) => {
		const service = await startService();
		const { outputs } = await service.document('upload', {
			source: 'base64',
			content,
			title: 'From text',
		});
		expect(outputs[0]![0]!.json).toMatchObject({ title: 'From text', size: smallPdf.length });
	});

	it('lets the service fetch a URL itself', async () => {
		const host = createServer((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/pdf' }).end(smallPdf);
		});
		await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
		const { port } = host.address() as AddressInfo;
		const service = await startService();
		const fileUrl = `http://127.0.0.1:${port}/files/Offer%20100%25.pdf`;
		const { outputs } = await service.document('upload', { source: 'url', fileUrl, title: '' });
		host.close();
		expect(outputs[0]![0]!.json).toMatchObject({ title: 'Offer 100%.pdf', size: smallPdf.length });
	});

	it('passes access lists on, from text or a list', async () => {
		const service = await startService();
		const { outputs } = await service.document(
			'upload',
			{
				...fromBinary,
				simplify: false,
				options: {
					readAccess: 'ann@example.com; bob@example.com',
					writeAccess: '={{ ["c@d.ch"] }}',
				},
			},
			{ items: [pdfItem()] },
		);
		expect(outputs[0]![0]!.json).toMatchObject({
			read_access: ['ann@example.com', 'bob@example.com'],
			write_access: ['c@d.ch'],
		});
	});

	it('uploads several items in order and pairs each', async () => {
		const service = await startService();
		const items = ['a', 'b', 'c'].map((name) => pdfItem(`${name}.pdf`));
		const { outputs } = await service.document('upload', fromBinary, { items });
		expect(outputs[0]!.map(({ json, pairedItem }) => [json.title, pairedItem])).toEqual([
			['a.pdf', { item: 0 }],
			['b.pdf', { item: 1 }],
			['c.pdf', { item: 2 }],
		]);
	});
});

describe('Upload refuses before any call', () => {
	const file = (bytes: Buffer) => ({ items: [{ files: { data: { bytes, fileName: 'x.pdf' } } }] });
	it.each<[string, object, object, RegExp]>([
		['an empty file', fromBinary, file(Buffer.alloc(0)), /is empty/],
		['a file that is no PDF', fromBinary, file(Buffer.from('PK zip')), /is not a PDF/],
		[
			'a missing binary field',
			{ ...fromBinary, binaryPropertyName: 'none' },
			file(smallPdf),
			/none/,
		],
		[
			'an empty field name',
			{ ...fromBinary, binaryPropertyName: '={{ "" }}' },
			file(smallPdf),
			/Binary Field/,
		],
		['text that is no Base64', { source: 'base64', content: 'héllo!', title: 'x' }, {}, /Base64/],
		['Base64 that is cut off', { source: 'base64', content: 'JVBER', title: 'x' }, {}, /cut off/],
		[
			'Base64 of something else',
			{ source: 'base64', content: 'aGVsbG8=', title: 'x' },
			{},
			/not a PDF/,
		],
		[
			'Base64 without a title',
			{ source: 'base64', content: smallPdf.toString('base64'), title: '' },
			{},
			/Title is empty/,
		],
		[
			'a URL without a scheme',
			{ source: 'url', fileUrl: 'example.com/a.pdf', title: 'x' },
			{},
			/File URL is not a web address/,
		],
		[
			'an unencrypted URL',
			{ source: 'url', fileUrl: 'http://example.com/a.pdf', title: 'x' },
			{},
			/File URL must begin with https/,
		],
		[
			'a bad email address',
			{ ...fromBinary, options: { readAccess: 'ann' } },
			file(smallPdf),
			/Options, Read Access, entry 1 "[^"]+" is not an email address/,
		],
	])('%s', async (_title, parameters, run, reason) => {
		const service = await startService();
		const { error } = await service.document('upload', { ...parameters }, run);
		expect(error?.message).toMatch(reason);
		expect(error?.context?.itemIndex).toBe(0);
		expect(uploads(service)).toBe(0);
	});
});

describe('Upload is never made twice', () => {
	const stored = async (service: Service) =>
		((await (await service.call('/v2/documents')).json()) as unknown[]).length;

	it('after the connection was cut while the service acted', async () => {
		const service = await startService();
		service.sandbox.faults.add({ method: 'POST', path: '/documents', reset: 'after' });
		const { error } = await service.document('upload', fromBinary, { items: [pdfItem()] });
		expect(error?.message).toMatch(/gave no answer: the connection was cut/);
		expect(error?.description).toMatch(/may have gone through.*Get Many/);
		expect(await stored(service)).toBe(1);
	});

	it('after the time limit', async () => {
		const service = await startService();
		service.sandbox.faults.add({ method: 'POST', path: '/documents', hang: true });
		const { error } = await service.document(
			'upload',
			{ ...fromBinary, options: { timeoutSeconds: 1 } },
			{ items: [pdfItem()] },
		);
		expect(error?.message).toMatch(/no answer in time/);
		expect(uploads(service)).toBe(1);
	});

	it.each([500, 502, 503, 504])('after status %s', async (status) => {
		const service = await startService();
		service.sandbox.faults.add({ method: 'POST', path: '/documents', status });
		const { error } = await service.document('upload', fromBinary, { items: [pdfItem()] });
		expect(error?.httpCode).toBe(String(status));
		expect(uploads(service)).toBe(1);
	});

	it('by Retry On Fail: what succeeded is handed out again', async () => {
		const service = await startService();
		const items = [
			pdfItem('a.pdf'),
			{ files: { data: { bytes: Buffer.from('no'), fileName: 'b' } } },
		];
		const { error } = await service.document('upload', fromBinary, { items, settings: retrying });
		expect(error?.message).toMatch(/is not a PDF/);
		expect(await stored(service)).toBe(1);
	});

	it('by Retry On Fail: an attempt without an answer is not repeated', async () => {
		const service = await startService();
		service.sandbox.faults.add({ method: 'POST', path: '/documents', reset: 'after', times: 1 });
		const { error } = await service.document('upload', fromBinary, {
			items: [pdfItem()],
			settings: retrying,
		});
		expect(error?.message).toMatch(/earlier attempt has sent this document/);
		expect(await stored(service)).toBe(1);
	});

	it('by Retry On Fail together with continue-on-fail', async () => {
		const service = await startService();
		const items = [{ files: { data: { bytes: Buffer.from('no'), fileName: 'a' } } }, pdfItem()];
		await service.document('upload', fromBinary, {
			items,
			settings: { ...retrying, onError: 'continueRegularOutput' },
		});
		expect(await stored(service)).toBe(1);
	});

	it('by Retry On Fail, which still mends what was surely refused', async () => {
		const service = await startService();
		service.sandbox.faults.add({ method: 'POST', path: '/documents', status: 400, times: 1 });
		const { outputs } = await service.document('upload', fromBinary, {
			items: [pdfItem('a.pdf'), pdfItem('b.pdf')],
			settings: retrying,
		});
		expect(outputs[0]!.map(({ json }) => json.title)).toEqual(['a.pdf', 'b.pdf']);
		expect(await stored(service)).toBe(2);
	});
});

it('Upload explains what the service refuses, readable under continue-on-fail', async () => {
	const service = await startService();
	const broken = Buffer.from('%PDF-1.7\nnot really');
	const { outputs } = await service.document('upload', fromBinary, {
		items: [{ files: { data: { bytes: broken, fileName: 'broken.pdf' } } }, pdfItem()],
		settings: { onError: 'continueRegularOutput' },
	});
	const [refused, accepted] = outputs[0]!;
	expect(refused!.json).toMatchObject({
		error: expect.stringMatching(/cannot use this PDF/) as string,
		details: {
			description: expect.stringMatching(/PDF viewer/) as string,
			status: 400,
			key: expect.stringMatching(/^file\.pdf\./) as string,
		},
	});
	expect(accepted!.json.title).toBe('Contract.pdf');
});

it('Upload sends failed items to the error output with the same facts', async () => {
	const service = await startService();
	const { outputs } = await service.document('upload', fromBinary, {
		items: [{ files: { data: { bytes: Buffer.from('x'), fileName: 'x.txt' } } }, pdfItem()],
		settings: { onError: 'continueErrorOutput' },
	});
	expect(outputs[0]!.map(({ json }) => json.title)).toEqual(['Contract.pdf']);
	expect(outputs[1]!.map(({ json }) => json)).toMatchObject([
		{
			error: expect.stringMatching(/is not a PDF/) as string,
			details: { description: expect.stringMatching(/Convert/) as string },
		},
	]);
});

const photo = { bytes: PNG, fileName: 'photo.png', mediaType: 'image/png' };

it.each([
	[
		'the files that the item has',
		{ Photo: photo, Logo: photo },
		'Input Binary Field: this item has no binary field "data". It has: Photo, Logo.',
	],
	[
		'that it has none',
		{},
		'Input Binary Field: this item has no binary field "data", and no other',
	],
])('Upload names %s where the one in its field is missing', async (_title, files, expected) => {
	const service = await startService();
	const { error } = await service.document('upload', fromBinary, { items: [{ files }] });
	expect(error?.message).toBe(expected);
	expect(error?.description).toMatch(/Nothing was sent/);
	expect(uploads(service)).toBe(0);
});
