import type { INodeParameters } from 'n8n-workflow';
import { FIELD, PNG } from '../../../sandbox/pdf/samples.ts';
import type { InputItem, RunResult } from '../../../support/engine/engine.ts';
import { smallPdf } from '../../../support/files/pdf.ts';
import { byId } from '../../../support/service/service.ts';
import { when, type Case, type Form, type RefusedForm, type Row, type Stage } from '../row.ts';
import { oneOf, pdfItem, pdfWithField } from '../scene.ts';

const ACCOUNT = 'sandbox_seal';
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
const place = { pageNumber: 2, x: 10, y: 20, width: 100, height: 40, rotation: 90 };

async function sealItem(field = 'data'): Promise<InputItem> {
	return {
		files: {
			[field]: { bytes: await pdfWithField(), fileName: 'Contract.pdf' },
			logo: { bytes: PNG, fileName: 'logo.png', mediaType: 'image/png' },
			photo: { bytes: JPEG, fileName: 'photo.jpg', mediaType: 'image/jpeg' },
		},
	};
}

function sealed({ service }: Stage, result: RunResult) {
	const { store } = service.sandbox;
	const document = store.document(oneOf(result).json.document_id as string)!;
	return { ...document, bytes: store.contentOf(document) };
}

const knowsNames = ({ version }: Pick<Stage, 'version'>) => version !== 'v1';

const corner = {
	placement: 'corner',
	corner: 'topLeft',
	onPage: 'number',
	pageNumber: 2,
	width: 150,
	height: 50,
	rotation: 90,
	image: 'logo',
};

const rule = (
	title: string,
	parameters: INodeParameters,
	says: RegExp,
	only?: Case<RefusedForm>['only'],
): Case<RefusedForm> => ({
	title,
	only,
	arrange: async () => ({ parameters, items: [await sealItem()], says }),
});

const seal: Row = {
	operation: 'seal',
	sendsFile: true,
	minimal: (stage) => ({
		parameters: {},
		items: [pdfItem()],
		seen: async (result) => {
			const { title, bytes } = sealed(stage, result);
			const item = oneOf(result);
			expect(Object.keys(item.json)).toEqual(['document_id']);
			expect((await stage.service.engine.readBinary(item, 'data')).equals(bytes)).toBe(true);
			expect(bytes.subarray(0, smallPdf.length).equals(smallPdf)).toBe(true);
			expect(bytes.length).toBeGreaterThan(smallPdf.length);
			if (knowsNames(stage)) expect(title).toBe('Contract');
		},
	}),
	full: async (stage) => {
		const names = knowsNames(stage) ? { title: 'Sealed offer', accountName: ACCOUNT } : {};
		const pdf = await pdfWithField();
		const form = (own: INodeParameters, items: InputItem[], place_: INodeParameters): Form => ({
			parameters: {
				...own,
				...names,
				...place_,
				download: '={{ true }}',
				outputPropertyName: 'sealed',
				options: { fileName: 'offer-sealed.pdf', timeoutSeconds: 30, itemsAtOnce: 2 },
			},
			items,
			seen: async (result) => {
				const { title, bytes, signatureFields } = sealed(stage, result);
				const item = oneOf(result);
				expect(bytes.subarray(0, pdf.length).equals(pdf)).toBe(true);
				if (knowsNames(stage)) expect(title).toBe('Sealed offer');
				expect(signatureFields.filter(({ signed }) => signed)).toHaveLength(1);
				expect(item.binary!.sealed!.fileName).toBe('offer-sealed.pdf');
				const file = await stage.service.engine.readBinary(item, 'sealed');
				expect(file.equals(bytes)).toBe(true);
			},
		});
		const documentId = byId(await stage.service.addDocument('There before', pdf));
		const at = { placement: 'position', positions: { position: [place] } };
		const inField = { placement: 'formField', formField: byId(FIELD) };
		return [
			form({ source: 'binary', binaryPropertyName: 'file' }, [await sealItem('file')], corner),
			form({ source: 'base64', content: pdf.toString('base64') }, [await sealItem()], at),
			form(
				{ source: 'document', documentId },
				[await sealItem()],
				knowsNames(stage) ? inField : { placement: 'invisible' },
			),
		];
	},
	cannotFill: ({ version }): Record<string, string> =>
		version === 'v1' ? { formField: 'a seal of version v1 knows positions only' } : {},
	rules: [
		rule(
			'a page that is counted from 0',
			{ placement: 'position', positions: { position: [{ ...place, page: 1 }] } },
			/Positions > Position 1 > Page isn't a property here/,
		),
		rule(
			'several places in v1',
			{ placement: 'position', positions: { position: [place, place] } },
			/Positions has several entries, but API Version V1 accepts one/,
			({ version }) => version === 'v1',
		),
		rule(
			'a form field in v1',
			{ placement: 'formField', formField: byId(FIELD) },
			/Form Field isn't available for seals in API Version V1[^]*Choose V2 or V3/,
			({ version }) => version === 'v1',
		),
		rule(
			'an image that is none',
			{ placement: 'position', positions: { position: [place] }, image: 'data' },
			/The image "Contract.pdf" isn't a PNG/,
		),
		rule(
			'an image in another form than PNG',
			{ placement: 'position', positions: { position: [place] }, image: 'photo' },
			/The image "photo.jpg" isn't a PNG[^]*Convert the file to PNG/,
			({ dialect }) => dialect === 'public',
		),
	],
	explains: { '403': /hasn't activated sealing for your business[^]*activate sealing/ },
	refusals: [
		when('a business without a seal', ({ service }) => {
			service.sandbox.settings.features.seal = false;
			return {
				parameters: {},
				items: [pdfItem()],
				status: 403,
				says: /hasn't activated sealing for your business[^]*activate sealing/,
			};
		}),
		when('a corner on a page that the document does not have', async ({ service }) => ({
			parameters: {
				...{ source: 'document', documentId: byId(await service.addDocument()) },
				...{ placement: 'corner', onPage: 'number', pageNumber: 3 },
			},
			says: /Page Number is 3, but the document has one page/,
			sent: 0,
		})),
	],
};

export const sealRows: Row[] = [seal];
