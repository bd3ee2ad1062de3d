import type { IDataObject } from 'n8n-workflow';
import { docx, paragraph } from '../../../support/files/docx.ts';
import { smallPdf } from '../../../support/files/pdf.ts';
import type { InputItem, RunResult } from '../../../support/engine/engine.ts';
import { when, type Case, type Row, type Stage, type StateRefusal } from '../row.ts';
import { fromAnywhere, oneOf, pdfItem } from '../scene.ts';

const TEXT = Buffer.from('Lease\n\n{{sign: ann@example.com}}\n');
const textFile = { bytes: TEXT, fileName: 'Lease.txt' };
const textItem: InputItem = { files: { data: textFile } };

/** Nothing that was uploaded stays there. */
export async function leftover({ service }: Pick<Stage, 'service'>): Promise<unknown[]> {
	const response = await fetch(`${service.sandbox.address}/sandbox/tooling`);
	return (await response.json()) as unknown[];
}

const options = { waitSeconds: 60, timeoutSeconds: 30, itemsAtOnce: 2 };

const ROLE = /can't use Skribble's validation[^]*role for validation/;
const explains = {
	'400 without a body': /Upload: Skribble can't read the file[^]*remove its password/,
	'401': ROLE,
	'403 for the token': ROLE,
	'403': ROLE,
	'404': /Upload: Skribble has deleted the uploaded file[^]*ten minutes/,
	'413': /Upload: The file is too large for Skribble[^]*50 MB/,
	'415': /Upload: Skribble can't convert \.\w+ files[^]*Save the file as a PDF/,
};

const refusals = (step: string, form: () => IDataObject): Array<Case<StateRefusal>> => [
	when('a key without the role', ({ service }) => {
		service.sandbox.settings.users[0]!.validation = false;
		return { parameters: {}, items: [pdfItem()], status: 403, says: ROLE };
	}),
	when('a step that the region does not have yet', ({ service }) => {
		service.sandbox.settings.toolingWithout = ['check', 'spotsigners'];
		return {
			parameters: form() as never,
			items: [pdfItem()],
			status: 501,
			says: RegExp(
				`${step}: Skribble doesn't have this step in your region yet[^]*Switch the step off`,
			),
		};
	}),
	when('a file that stays busy', ({ service }) => {
		service.sandbox.settings.toolingBusyMs = 3_600_000;
		return {
			parameters: { ...form(), options: { waitSeconds: 1 } } as never,
			items: [pdfItem()],
			status: 423,
			says: RegExp(`${step}: Skribble is still working on the file[^]*Wait per Step`),
		};
	}),
];

/** What any source can be wrong in. */
const rules: Row['rules'] = [
	when('an address from which nothing comes', ({ service }) => ({
		parameters: { source: 'url', fileUrl: `${service.sandbox.address}/sandbox/nowhere.docx` },
		says: /File URL: the file can't be downloaded, because[^]*Nothing was sent/,
	})),
];

export const prepare: Row = {
	operation: 'prepare',
	sendsFile: true,
	minimal: (stage) => ({
		parameters: {},
		items: [textItem],
		seen: async (result) => {
			const item = oneOf(result);
			expect(item.json).toEqual({
				...{ fileName: 'Lease.pdf', pages: 1, warnings: [] },
				...{ originalSize: TEXT.length, size: item.binary!.data!.bytes },
			});
			expect(item.binary!.data).toMatchObject({
				fileName: 'Lease.pdf',
				mimeType: 'application/pdf',
			});
			expect(await leftover(stage)).toEqual([]);
		},
	}),
	full: (stage) => {
		const common = {
			...{ findSigners: '={{ true }}', outputPropertyName: 'pdf' },
			...{ compress: true, compressFor: 'web' },
			...{ makePdfA: true, pdfALevel: 'pdfa-2u', allowDowngrade: '={{ false }}' },
			options: { ...options, force: '={{ true }}' },
		};
		const seen = async (result: RunResult) => {
			const { json, binary } = oneOf(result);
			expect(json).toMatchObject({ pages: 1, conformance: 'pdfa-2u' });
			expect(binary!.pdf!.fileName).toMatch(/^\w+\.pdf$/);
			expect(stepsOf(stage)).toEqual([
				'spotsigners',
				'compress?optimise=web&force=true',
				'conform?conform=pdfa-2u&allowdowngrade=false&force=true',
			]);
			expect(await leftover(stage)).toEqual([]);
		};
		const bytes = docx(paragraph('{{name}}') + paragraph('{{sign: ann@example.com}}'));
		const mapped = {
			mappingMode: 'defineBelow',
			value: { name: 'Ann' },
			matchingColumns: [],
			schema: [],
		};
		const filled = {
			...{ ...common, fillTemplate: '={{ true }}', source: 'binary', binaryPropertyName: 'file' },
			options: { ...common.options, locale: 'de-CH', missingValues: 'empty' },
		};
		const items = [{ files: { file: { bytes, fileName: 'Lease.docx' } } }];
		const inForm = { exampleData: '{"name": "Ann"}', templateValues: mapped };
		const json = { valuesFrom: 'json', valuesJson: '{"name": "Ann"}' };
		return [
			...fromAnywhere(stage, { parameters: common, seen }, textFile),
			{ parameters: { ...filled, valuesFrom: 'fields', ...inForm }, items, seen },
			{ parameters: { ...filled, ...json }, items, seen },
		];
	},
	rules: [
		...rules,
		when('a Word file with a password', () => ({
			parameters: {},
			items: [{ files: { data: { bytes: ENCRYPTED, fileName: 'Lease.docx' } } }],
			says: /"Lease.docx" is protected by a password[^]*remove the password[^]*Nothing was sent/,
		})),
	],
	explains,
	refusals: [
		...refusals('Find Signers by Tags', () => ({ findSigners: true })),
		when('a file that the service cannot convert', () => ({
			parameters: {},
			items: [{ files: { data: { bytes: ENCRYPTED, fileName: 'Lease.pages' } } }],
			status: 415,
			says: /Upload: Skribble can't convert \.pages files[^]*also converts Word/,
		})),
	],
};

/** How an Office file begins that is encrypted. */
const ENCRYPTED = Buffer.from('d0cf11e0a1b11ae1'.padEnd(64, '0'), 'hex');

function stepsOf({ service }: Stage): string[] {
	return service.sandbox.calls
		.matching({ path: /\/process\// })
		.map(({ path, query }) => path.split('/').at(-1)! + query);
}

export const checkPdfA: Row = {
	operation: 'checkPdfA',
	sendsFile: true,
	minimal: (stage) => ({
		parameters: {},
		items: [pdfItem()],
		seen: async (result) => {
			const { json, binary } = oneOf(result);
			expect(json).toMatchObject({ conforms: false, pages: 1, warnings: [] });
			expect(json.recommendedConformance).toMatch(/^pdfa-/);
			expect(binary!.data!.fileName).toBe('Contract.pdf');
			expect(stepsOf(stage)).toEqual(['check?conform=claimed']);
			expect(await leftover(stage)).toEqual([]);
		},
	}),
	full: (stage) => {
		const common = { pdfALevel: 'pdfa-2b', options };
		const file = { bytes: smallPdf, fileName: 'a.pdf' };
		const seen = async (result: RunResult) => {
			expect(oneOf(result).json).toMatchObject({ conforms: false });
			expect(stepsOf(stage)).toEqual(['check?conform=pdfa-2b']);
			expect(await leftover(stage)).toEqual([]);
		};
		return fromAnywhere(stage, { parameters: common, seen }, file);
	},
	rules: [
		...rules,
		when('a file that is no PDF', () => ({
			parameters: {},
			items: [textItem],
			says: /"Lease.txt" isn't a PDF[^]*Prepare first[^]*Nothing was sent/,
		})),
	],
	explains,
	refusals: refusals('Check PDF/A', () => ({})),
};
