import type { INodeParameters } from 'n8n-workflow';
import { smallPdf } from '../../../support/files/pdf.ts';
import { byId } from '../../../support/service/service.ts';
import type { RunResult } from '../../../support/engine/engine.ts';
import { when, withFull, type Case, type Row, type Stage, type StateRefusal } from '../row.ts';
import {
	addRequest,
	ANN,
	BOB,
	BROKEN_PDF,
	INFECTED_PDF,
	oneOf,
	othersDocument,
	pdfItem,
	pdfWithPages,
	UNKNOWN,
	fromAnywhere,
} from '../scene.ts';
import { fillTemplate, readTemplate } from './template.rows.ts';
import { checkPdfA, prepare } from './tooling.rows.ts';

const stored = ({ service }: Stage, id: unknown) => {
	const { store } = service.sandbox;
	const document = store.document(String(id));
	if (!document) throw new Error(`The service has no document ${String(id)}`);
	return { ...document, bytes: store.contentOf(document) };
};

/** What is not there, and what is someone else's, which may be refused by a look at it before. */
const notMine = (more: INodeParameters = {}, sent = 1): Array<Case<StateRefusal>> => [
	when('an unknown document', () => ({
		parameters: { documentId: byId(UNKNOWN), ...more },
		status: 404,
		says: /doesn't find this ID[^]*A signed document has a new ID/,
	})),
	when("someone else's document", async (stage) => ({
		parameters: { documentId: byId(await othersDocument(stage)), ...more },
		status: 403,
		says: /isn't allowed to do this[^]*write access/,
		sent,
	})),
];

const upload: Row = {
	operation: 'upload',
	sendsFile: true,
	minimal: (stage) => ({
		parameters: {},
		items: [pdfItem()],
		seen: (result) => {
			const { json } = oneOf(result);
			const document = stored(stage, json.id);
			expect(document.bytes.equals(smallPdf)).toBe(true);
			expect(document).toMatchObject({ title: 'Contract', readAccess: [], writeAccess: [] });
			expect(json).toMatchObject({ title: 'Contract', size: smallPdf.length, page_count: 1 });
		},
	}),
	full: (stage) => {
		const common = {
			title: 'Offer',
			options: {
				readAccess: ANN,
				writeAccess: `${BOB}, ${ANN}`,
				timeoutSeconds: 30,
				itemsAtOnce: 2,
			},
			simplify: false,
		};
		const seen = (result: RunResult) => {
			const { json } = oneOf(result);
			const document = stored(stage, json.id);
			expect(document.bytes.equals(smallPdf)).toBe(true);
			expect(document).toMatchObject({
				title: 'Offer',
				readAccess: [ANN],
				writeAccess: [BOB, ANN],
			});
			expect(json).toMatchObject({ title: 'Offer', write_access: [BOB, ANN] });
		};
		return fromAnywhere(stage, { parameters: common, seen });
	},
	rules: [
		when('a file that is no PDF', () => ({
			parameters: {},
			items: [pdfItem(Buffer.from('Dear Ann'))],
			says: /"Contract.pdf" isn't a PDF[^]*Convert the file[^]*Nothing was sent/,
		})),
		when('an empty file', () => ({
			parameters: {},
			items: [pdfItem(Buffer.alloc(0))],
			says: /"Contract.pdf" is empty[^]*Nothing was sent/,
		})),
		when('an address without encryption', () => ({
			parameters: { source: 'url', fileUrl: 'http://example.com/Contract.pdf' },
			says: /File URL isn't encrypted/,
		})),
		when('readers in another form than a list', () => ({
			parameters: { options: { readAccess: '={{ { ann: 1 } }}' } },
			items: [pdfItem()],
			says: /Read Access isn't a list of email addresses/,
		})),
		when('a title that is no text', () => ({
			parameters: { title: '={{ { de: "Vertrag" } }}' },
			items: [pdfItem()],
			says: /Title isn't text/,
		})),
		when('a text that is no Base64', () => ({
			parameters: { source: 'base64', content: 'J§', title: 'Offer' },
			says: /Base64 text is incomplete or has wrong characters[^]*Enter/,
		})),
		when('a document without any name', () => ({
			parameters: { source: 'base64', content: smallPdf.toString('base64') },
			says: /Title is empty[^]*Enter a title[^]*Nothing was sent/,
		})),
	],
	refusals: [
		when('malware', () => ({
			parameters: {},
			items: [pdfItem(INFECTED_PDF)],
			status: 400,
			key: 'file.malware.detected',
			says: /found malware[^]*virus scanner/,
		})),
		when('a damaged PDF', () => ({
			parameters: {},
			items: [pdfItem(BROKEN_PDF)],
			status: 400,
			key: 'file.pdf.invalid',
			says: /can't use this PDF[^]*damaged/,
		})),
	],
};

const download: Row = {
	operation: 'download',
	minimal: async (stage) => {
		const id = await stage.service.addDocument('Offer');
		return {
			parameters: { documentId: byId(id) },
			seen: async (result) => {
				const item = oneOf(result);
				expect(item.json).toMatchObject({ id, title: stored(stage, id).title });
				expect(item.binary!.data).toMatchObject({
					fileName: 'Offer.pdf',
					mimeType: 'application/pdf',
				});
				const bytes = await stage.service.engine.readBinary(item);
				expect(bytes.equals(stored(stage, id).bytes)).toBe(true);
			},
		};
	},
	full: async (stage) => {
		const id = await stage.service.addDocument('Offer');
		return [
			{
				parameters: {
					documentId: byId(id),
					binaryPropertyName: 'file',
					options: { fileName: 'signed.pdf', timeoutSeconds: 30, itemsAtOnce: 2 },
				},
				seen: async (result) => {
					const item = oneOf(result);
					expect(item.binary!.file).toMatchObject({ fileName: 'signed.pdf' });
					const bytes = await stage.service.engine.readBinary(item, 'file');
					expect(bytes.equals(stored(stage, id).bytes)).toBe(true);
				},
			},
		];
	},
	refusals: notMine(),
};

const inBatches = { options: { itemsAtOnce: 2 } };

const get = withFull(
	{ simplify: false, ...inBatches },
	{
		operation: 'get',
		minimal: async (stage) => {
			const id = await stage.service.addDocument('Offer');
			return {
				parameters: { documentId: byId(id) },
				seen: (result) => {
					const { title, owner, size } = stored(stage, id);
					expect(oneOf(result).json).toMatchObject({ id, title, owner, size });
				},
			};
		},
		refusals: notMine(),
	},
	(result) => {
		const whole = { read_access: [], write_access: [], signature_fields: [] };
		expect(oneOf(result).json).toMatchObject(whole);
	},
);

/** All that the API user may read, in the order of the service. */
const readable = ({ service: { sandbox } }: Stage) =>
	sandbox.store.documents.filter(({ owner }) => owner === sandbox.username).map(({ id }) => id);

const idsIn = ({ outputs }: RunResult) => outputs[0]!.map(({ json }) => json.id);

const getMany: Row = {
	operation: 'getMany',
	minimal: async (stage) => {
		await stage.service.addDocument();
		return {
			parameters: {},
			seen: (result) => expect(idsIn(result)).toEqual(readable(stage).slice(0, 50)),
		};
	},
	full: async (stage) => {
		await stage.service.addDocument();
		await stage.service.addDocument();
		const common = { simplify: false, options: { itemsAtOnce: 2 } };
		return [
			{
				parameters: { ...common, returnAll: true },
				seen: (result) => {
					expect(idsIn(result)).toEqual(readable(stage));
					expect(result.outputs[0]![0]!.json).toHaveProperty('write_access');
				},
			},
			{
				parameters: { ...common, returnAll: false, limit: 1 },
				seen: (result) => expect(idsIn(result)).toEqual(readable(stage).slice(0, 1)),
			},
		];
	},
	rules: [
		when('half a result', () => ({
			parameters: { limit: 1.5 },
			says: /Limit isn't a whole number/,
		})),
	],
	// The call takes nothing that could be wrong (interface.md 4.2).
	refusals: [],
};

/** As it begins: by contract a PNG, in the public regions a WebP since version 2. */
const imageHead = ({ dialect, version }: Stage) =>
	dialect === 'public' && version !== 'v1' ? 'RIFF' : '\x89PNG';

const getPageImage: Row = {
	operation: 'getPageImage',
	minimal: async (stage) => {
		const id = await stage.service.addDocument('Offer.pdf');
		return {
			parameters: { documentId: byId(id) },
			seen: async (result) => {
				const item = oneOf(result);
				expect(item.json).toEqual({ id, title: 'Offer.pdf', page: 1, page_count: 1 });
				expect(item.binary!.data!.fileName).toMatch(/^Offer-page-1\.(png|webp)$/);
				const image = await stage.service.engine.readBinary(item);
				expect(image.toString('latin1', 0, 4)).toBe(imageHead(stage));
				expect(stage.service.sandbox.calls.at(-1)).toMatchObject({
					path: `/${stage.version}/documents/${id}/pages/0`,
					query: '',
				});
			},
		};
	},
	full: async (stage) => {
		const id = await stage.service.addDocument('Offer.pdf', await pdfWithPages(2));
		return [
			{
				parameters: {
					documentId: byId(id),
					page: 2,
					binaryPropertyName: 'image',
					options: { fileName: 'preview', scale: 20, timeoutSeconds: 30, itemsAtOnce: 2 },
				},
				seen: async (result) => {
					const item = oneOf(result);
					expect(item.binary!.image!.fileName).toMatch(/^preview\.(png|webp)$/);
					expect(await stage.service.engine.readBinary(item, 'image')).not.toHaveLength(0);
					expect(stage.service.sandbox.calls.at(-1)).toMatchObject({
						path: `/${stage.version}/documents/${id}/pages/1`,
						query: '?scale=20',
					});
				},
			},
		];
	},
	refusals: [
		...notMine({}, 0),
		when('a page that the document does not have', async ({ service }) => ({
			parameters: { documentId: byId(await service.addDocument()), page: 2 },
			says: /Page doesn't exist: the document has one page/,
			sent: 0,
		})),
	],
};

const isGone = (stage: Stage, id: string) => stage.service.sandbox.store.document(id) === undefined;

const deleteDocument = withFull(
	{ options: { waitSeconds: 1, itemsAtOnce: 2 } },
	{
		operation: 'delete',
		minimal: async (stage) => {
			const id = await stage.service.addDocument();
			return {
				parameters: { documentId: byId(id) },
				seen: (result) => {
					expect(oneOf(result).json).toEqual({ deleted: true });
					expect(isGone(stage, id)).toBe(true);
				},
			};
		},
		refusals: [
			...notMine({ options: { waitSeconds: 0 } }),
			when('the last document of a request', async (stage) => {
				const { id } = await addRequest(stage);
				const [documentId] = stage.service.sandbox.store.request(id)!.documentIds;
				return {
					parameters: { documentId: byId(documentId!) },
					status: 400,
					key: 'error.sr.last_document_cannot_be_removed',
					says: /last document of a signature request[^]*Delete the signature request instead/,
				};
			}),
			when('a document that goes with its request just now', async (stage) => {
				const { id } = await addRequest(stage);
				const { settings, store } = stage.service.sandbox;
				// So that it is still under way on the slowest machine.
				settings.cascadeMs = 3_600_000;
				const [documentId] = store.request(id)!.documentIds;
				const path = `/${stage.version}/signature-requests/${id}`;
				// In the public regions the first deletion may only withdraw.
				while (store.request(id)) await stage.service.call(path, { method: 'DELETE' });
				return {
					parameters: { documentId: byId(documentId!), options: { waitSeconds: 0 } },
					status: 403,
					says: /being deleted with its signature request/,
				};
			}),
		],
	},
);

export const documentRows: Row[] = [
	upload,
	download,
	get,
	getMany,
	getPageImage,
	deleteDocument,
	prepare,
	checkPdfA,
	fillTemplate,
	readTemplate,
];
