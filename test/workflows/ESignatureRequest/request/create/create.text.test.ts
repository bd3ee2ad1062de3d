import type { INodeParameters } from 'n8n-workflow';
import { startRecorded } from '../../../../support/service/recorded';
import { expectOnTheWire } from '../../../../support/service/wire';

const person = (name: string, more: INodeParameters = {}) => ({
	kind: 'account',
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
	expect(error?.message).toMatch(/^Signers, entry 2.*Page Number is 2, and the document has one/);
	expect(service.sandbox.calls.count()).toBe(0);
});

interface Sent {
	visual_signature?: object;
	document_signatures?: Array<{ document_id?: string; visual_signature?: object }>;
}
const placesIn = (body: { signatures?: unknown }) =>
	(body.signatures as Sent[]).map(
		({ visual_signature, document_signatures }) =>
			visual_signature ?? document_signatures?.[0]?.visual_signature,
	);

/** The PDF that was sent, in the request or before it. */
const pdfIn = ({ sent, uploads }: { sent: object[]; uploads: object[] }) => {
	const { content } = [...uploads, ...sent].find((body) => 'content' in body) as {
		content: string;
	};
	return Buffer.from(content, 'base64').toString('latin1');
};

it.each([
	['contract', 'v1', { position: box(fromBottom) }],
	['contract', 'v2', { position: box(fromBottom) }],
	['contract', 'v3', { position: box(fromBottom) }],
	['public', 'v2', { position: box(fromTop) }],
	['public', 'v3', { positions: [box(fromTop)] }],
] as const)(
	'Create makes a PDF from text and sends the position of its box (%s %s)',
	async (dialect, apiVersion, place) => {
		const service = await startRecorded({ dialect });
		const form = text(apiVersion, person('ann'));
		const { outputs, error } = await service.request('request', 'create', form);
		expect(error).toBeUndefined();
		expect(outputs[0]![0]!.json).toMatchObject({ title: 'Purchase of chairs' });
		expect(placesIn(service.sent[0]!)).toEqual([place]);
		expectOnTheWire(apiVersion, service.sent[0]!, dialect);
		expect(pdfIn(service)).toContain('(I approve 20 chairs.) Tj');
	},
);

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
});

it('the box is in the document from text only, for those who sign it', async () => {
	const service = await startRecorded();
	const other = await service.addDocument();
	const form = {
		...text('v3', person('ann'), person('bob', { documents: '2' })),
		options: { moreDocumentIds: other },
	};
	const { error } = await service.request('request', 'create', form);
	expect(error).toBeUndefined();
	const [ann, bob] = service.sent[0]!.signatures as Sent[];
	expect(ann?.document_signatures).toMatchObject([
		{ visual_signature: { position: box(fromBottom) } },
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
