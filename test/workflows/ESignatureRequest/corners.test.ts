import type { INodeParameters } from 'n8n-workflow';
import { PNG } from '../../sandbox/pdf/samples';
import { smallPdf } from '../../support/files/pdf';
import { startRecorded } from '../../support/service/recorded';
import { byId, startService } from '../../support/service/service';

/** Its first bytes are all that is looked at. */
const JPEG = Buffer.from('/9j/4AAQSkZJRgABAQEASABIAAD/2Q==', 'base64');
const corner = { placement: 'corner', corner: 'bottomRight', width: 100, height: 50 };
const bob = { kind: 'account', email: 'bob@example.com' };
const signer = (more: object) => ({ signers: { signer: [{ ...bob, ...corner, ...more }] } });
const items = [
	{
		files: {
			data: { bytes: smallPdf, fileName: 'a.pdf' },
			logo: { bytes: PNG, fileName: 'logo.png' },
		},
	},
];

/** Of a page of 595 by 842 points, at 40 points from its edges. */
const place = (y: number) => ({ page: '0', x: 455, y, width: 100, height: 50 });

const rows = [
	['contract', 'v1', { position: place(40) }],
	['contract', 'v2', { position: place(40) }],
	['contract', 'v3', { position: place(40) }],
	['public', 'v2', { position: place(752) }],
	['public', 'v3', { positions: [place(752)] }],
] as const;

/** The place of the last signer in a body. */
function placeIn(body: unknown): unknown {
	const { signatures } = body as { signatures?: object[] };
	const { visual_signature, document_signatures } = (signatures?.at(-1) ?? body) as {
		visual_signature?: object;
		document_signatures?: Array<{ visual_signature?: object }>;
	};
	return visual_signature ?? document_signatures?.[0]?.visual_signature;
}

describe.each(rows)('A corner, %s %s', (dialect, apiVersion, expected) => {
	it('of a file is found by Create, which uploads it first', async () => {
		const service = await startRecorded({ dialect });
		const parameters = { apiVersion, ...signer({}) } as INodeParameters;
		const { error } = await service.request('request', 'create', parameters, { items });
		expect(error).toBeUndefined();
		expect(service.uploads).toHaveLength(1);
		expect(service.sent).toHaveLength(1);
		expect(service.sent[0]).toHaveProperty('document_id');
		expect(placeIn(service.sent[0])).toEqual(expected);
	});

	it('of a document in the service is found by Update and by Add', async () => {
		const service = await startRecorded({ dialect });
		const names = apiVersion === 'v1' ? 'signer_email_address' : 'account_email';
		const { id } = await service.addRequest(apiVersion, {
			signatures: [{ [names]: 'ann@example.com' }],
		});
		const request = { apiVersion, requestId: byId(id) };
		const replace = { ...request, signersChange: 'replace', ...signer({}) } as INodeParameters;
		const updated = await service.request('request', 'update', replace, { items });
		expect(updated.error).toBeUndefined();
		const added = await service.request('signer', 'add', { ...request, ...bob, ...corner });
		expect(added.error).toBeUndefined();
		expect(service.changes.map(placeIn)).toEqual([expected, expected]);
	});
});

it('carries an image along, also for a form field', async () => {
	const service = await startRecorded();
	const formField = byId('Signature1');
	const parameters = signer({ placement: 'formField', formField, image: 'logo' });
	await service.request('request', 'create', parameters as INodeParameters, { items });
	expect(placeIn(service.sent[0])).toEqual({
		form_field: 'Signature1',
		image: { content_type: 'image/png', content: PNG.toString('base64') },
	});
});

it.each([
	['contract', undefined],
	['public', /"logo.jpg" is not a PNG/],
] as const)('takes a JPEG as the image of a signer, %s', async (dialect, reason) => {
	const service = await startRecorded({ dialect });
	const jpeg = { bytes: JPEG, fileName: 'logo.jpg', mediaType: 'image/jpeg' };
	const parameters = { apiVersion: 'v2', ...signer({ image: 'logo' }) } as INodeParameters;
	const { error } = await service.request('request', 'create', parameters, {
		items: [{ files: { ...items[0]!.files, logo: jpeg } }],
	});
	expect(error?.message ?? '').toMatch(reason ?? /^$/);
	expect(service.sent).toHaveLength(reason ? 0 : 1);
});

it('says which entry names a page that is not there, and what was uploaded', async () => {
	const service = await startService();
	const parameters = signer({ onPage: 'number', pageNumber: 2 }) as INodeParameters;
	const { error } = await service.request('request', 'create', parameters, { items });
	expect(error?.message).toMatch(
		/^Signers, entry 1, Page Number is 2, and the document has one page/,
	);
	expect(error?.description).toMatch(/and run again\.\nAlready there: uploaded documents/);
	expect(service.sandbox.calls.count({ method: 'POST', path: '/signature-requests' })).toBe(0);
});

it('is in JSON on the page of its number, and a position beside it must be on one too', async () => {
	const service = await startRecorded();
	const bob = { email: 'bob@example.com', corner: 'topLeft', pageNumber: 1 };
	const place_ = { x: 10, y: 20, width: 100, height: 50 };
	const send = async (pageNumber: number) => {
		const ann = { email: 'ann@example.com', positions: [{ pageNumber, ...place_ }] };
		const signersJson = JSON.stringify([bob, ann]);
		const parameters = { apiVersion: 'v2', signerInput: 'json', signersJson };
		return await service.request('request', 'create', parameters, { items });
	};
	expect((await send(2)).error?.message).toMatch(
		/^Signers \(JSON\), entry 2, positions, entry 1, pageNumber is 2, and the document has one/,
	);
	expect(service.sent).toEqual([]);
	expect((await send(1)).error).toBeUndefined();
	expect(service.sent[0]!.signatures).toMatchObject(
		[1, 2].map(() => ({ visual_signature: { position: { page: '0' } } })),
	);
});

it('cannot be found where the service does not say how large a page is', async () => {
	const service = await startService();
	const documentId = await service.addDocument();
	const path = `/v2/documents/${documentId}`;
	service.sandbox.faults.add({ method: 'GET', path, status: 200, body: { id: documentId } });
	const { error } = await service.request('request', 'create', {
		source: 'document',
		documentId: byId(documentId),
		title: 'a',
		...(signer({}) as INodeParameters),
	});
	expect(error?.message).toMatch(/does not say how large the pages of document/);
	expect(error?.description).toMatch(/Choose Position/);
});
