/** Where signatures go: the boxes of a PDF from text, and corners of pages whose size has to be known. */
import type { INodeParameters } from 'n8n-workflow';
import { PNG } from '../../../../sandbox/pdf/samples';
import { smallPdf } from '../../../../support/files/pdf';
import { startRecorded } from '../../../../support/service/recorded';
import { byId, startService } from '../../../../support/service/service';

const person = (name: string, more: INodeParameters = {}) => ({
	kind: 'email',
	email: `${name}@example.com`,
	...more,
});
const text = (apiVersion: string, ...signer: INodeParameters[]): INodeParameters => ({
	apiVersion,
	source: 'text',
	title: 'Purchase of chairs',
	text: 'I approve 20 chairs.\n\nPrice: 4,000 €',
	signers: { signer },
});

/** On the only page of 842 points in height, below title and text. */
const box = (y: number, x = 57) => ({ page: '0', x, y, width: 230, height: 64 });
const fromBottom = 624;
const fromTop = 842 - 64 - fromBottom;

it.each([
	['a position', { placement: 'position', positions: { position: [{ pageNumber: 2 }] } }],
	['a corner', { placement: 'corner', onPage: 'number', pageNumber: 2 }],
])('%s on a page that the text does not have is refused before any call', async (_title, more) => {
	const service = await startRecorded();
	const form = text('v2', person('ann'), person('bob', more as INodeParameters));
	const { error } = await service.request('request', 'create', form);
	expect(error?.message).toMatch(
		/^Signers > Signer 2 > .*Page Number is 2, but the document has one/,
	);
	expect(service.sandbox.calls.count()).toBe(0);
});

interface Sent {
	visual_signature?: object;
	document_signatures?: Array<{ document_id?: string; visual_signature?: object }>;
}
const placesIn = (body: { signatures?: unknown }) =>
	(body.signatures as Sent[]).map(({ visual_signature }) => visual_signature);

/** The PDF that was sent, in the request or before it. */
const pdfIn = ({ sent, uploads }: { sent: object[]; uploads: object[] }) => {
	const { content } = [...uploads, ...sent].find((body) => 'content' in body) as {
		content: string;
	};
	return Buffer.from(content, 'base64').toString('latin1');
};

it('each signer has a box, but for those who have a position of their own', async () => {
	const service = await startRecorded();
	const own = { x: 10, y: 20, width: 100, height: 50 };
	const placed = { placement: 'position', positions: { position: [{ pageNumber: 1, ...own }] } };
	const people = [person('ann'), person('bob', placed), person('eve'), person('dan')];
	const { error } = await service.request('request', 'create', text('v2', ...people));
	expect(error).toBeUndefined();
	expect(placesIn(service.sent[0]!)).toEqual([
		{ position: box(fromBottom) },
		{ position: { ...own, page: '0' } },
		{ position: box(fromBottom, 308) },
		{ position: box(fromBottom - 79) },
	]);
	expect(pdfIn(service).match(/ re S/g)).toHaveLength(3);
	expect(pdfIn(service)).toContain('(I approve 20 chairs.) Tj');
});

it('the public regions count it from the top, in the document from text only, for those who sign it', async () => {
	const service = await startRecorded({ dialect: 'public' });
	const other = await service.addDocument();
	const form = {
		...text('v3', person('ann'), person('bob', { documents: '2' })),
		options: { moreDocumentIds: other },
	};
	const { error } = await service.request('request', 'create', form);
	expect(error).toBeUndefined();
	const [ann, bob] = service.sent[0]!.signatures as Sent[];
	expect(ann?.document_signatures).toMatchObject([
		{ visual_signature: { positions: [box(fromTop)] } },
		{ document_id: other },
	]);
	expect(ann?.document_signatures?.[1]).not.toHaveProperty('visual_signature');
	expect(bob?.document_signatures).toEqual([{ document_id: other }]);
	expect(pdfIn(service).match(/ re S/g)).toHaveLength(1);
});

it('a request without signers has no box', async () => {
	const service = await startRecorded();
	const form = { ...text('v2'), signerInput: 'none' };
	const { error } = await service.request('request', 'create', form);
	expect(error).toBeUndefined();
	expect(pdfIn(service)).not.toContain(' re S');
});

/** Its first bytes are all that is looked at. */
const JPEG = Buffer.from('/9j/4AAQSkZJRgABAQEASABIAAD/2Q==', 'base64');
const corner = { placement: 'corner', corner: 'bottomRight', width: 100, height: 50 };
const signer = (more: object) => ({
	signers: { signer: [{ ...person('bob'), ...corner, ...more }] },
});
const items = [
	{
		files: {
			data: { bytes: smallPdf, fileName: 'a.pdf' },
			logo: { bytes: PNG, fileName: 'logo.png' },
		},
	},
];

it.each([
	['contract', undefined],
	['public', /"logo.jpg" isn't a PNG/],
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

it('a corner says which entry names a page that is not there, and what was uploaded', async () => {
	const service = await startService();
	const parameters = signer({ onPage: 'number', pageNumber: 2 }) as INodeParameters;
	const { error } = await service.request('request', 'create', parameters, { items });
	expect(error?.message).toMatch(
		/^Signers > Signer 1 > Page Number is 2, but the document has one page/,
	);
	expect(error?.description).toMatch(
		/choose the last page\.\nSkribble still has: uploaded documents/,
	);
	expect(service.sandbox.calls.count({ method: 'POST', path: '/signature-requests' })).toBe(0);
});

it('a corner makes a position of the other signers be on a page that is there too', async () => {
	const service = await startRecorded();
	const bob = { email: 'bob@example.com', corner: 'topLeft', pageNumber: 1 };
	const place = { pageNumber: 2, x: 10, y: 20, width: 100, height: 50 };
	const signersJson = JSON.stringify([bob, { email: 'ann@example.com', positions: [place] }]);
	const parameters = { apiVersion: 'v2', signerInput: 'json', signersJson };
	const { error } = await service.request('request', 'create', parameters, { items });
	expect(error?.message).toMatch(
		/^Signers \(JSON\) > entry 2 > positions > entry 1 > pageNumber is 2, but the document has one/,
	);
	expect(service.sent).toEqual([]);
});

it('a corner cannot be found where the service does not say how large a page is', async () => {
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
	expect(error?.message).toMatch(/doesn't show the page size of the document/);
	expect(error?.description).toMatch(/Choose Position/);
});
