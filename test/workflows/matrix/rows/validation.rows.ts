import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { createIdentity } from '../../../../sandbox/pdf/cms/certificate.ts';
import { signDetached } from '../../../../sandbox/pdf/signing/signCms.ts';
import { writeFiles } from '../../../sandbox/validationFiles.ts';
import type { InputItem } from '../../../support/engine/engine.ts';
import { smallPdf } from '../../../support/files/pdf.ts';
import { when, withFull, type Form, type Row, type Stage, type StateRefusal } from '../row.ts';
import { BROKEN_PDF, oneOf, post, postAsOther, UNKNOWN } from '../scene.ts';

const options = { itemsAtOnce: 2 };

let files: ReturnType<typeof writeFiles> | undefined;
/** Signed files of every kind; signing takes its time. */
const signedFiles = async () => await (files ??= writeFiles());

let detached: Promise<Uint8Array> | undefined;
/** A signature in a file of its own. */
async function signatureFile(): Promise<Buffer> {
	detached ??= createIdentity('Dora', { quality: 'AES', legislation: 'EIDAS' }).then(
		async (dora) => await signDetached([smallPdf], dora, new Date('2026-03-01T10:00:00Z')),
	);
	return Buffer.from(await detached);
}

const V1 = '/validation/v1';

/** What the service says by itself about a result. */
async function readFrom({ service }: Stage, path: string): Promise<unknown> {
	return await (await service.call(V1 + path)).json();
}

const results = new WeakMap<object, Map<string, Promise<string>>>();

/** A result that others read too. */
async function known(stage: Stage, kind = 'signed'): Promise<string> {
	const { sandbox } = stage.service;
	const ofSandbox = results.get(sandbox) ?? new Map<string, Promise<string>>();
	results.set(sandbox, ofSandbox);
	const id = ofSandbox.get(kind) ?? validated(stage, kind);
	ofSandbox.set(kind, id);
	return await id;
}

async function validated(stage: Stage, kind = 'signed'): Promise<string> {
	const content = (await signedFiles())[kind]!.toString('base64');
	const { id } = (await post(stage, `${V1}/validate/document`, { content })) as { id: string };
	return id;
}

const ROLE = /can't use Skribble's validation[^]*role for validation/;
const roleExplained = { '401': ROLE, '403 for the token': ROLE, '403': ROLE };

type Bare = Pick<Form, 'parameters' | 'items'>;

const withoutRole = (form: (stage: Stage) => Promise<Bare> | Bare) => ({
	title: 'a key without the role',
	arrange: async (stage: Stage): Promise<StateRefusal> => {
		const { parameters, items } = await form(stage);
		stage.service.sandbox.settings.users[0]!.validation = false;
		return { parameters, items, status: 403, says: ROLE };
	},
});

const fileItem = (bytes: Buffer, field = 'data', fileName = 'Contract.pdf'): InputItem => ({
	files: { [field]: { bytes, fileName } },
});

interface Validating {
	operation: string;
	what: 'document' | 'signature';
	file: () => Promise<Buffer>;
	other: () => Promise<Buffer>;
	wishes: INodeParameters;
	wrong: { bytes: Buffer; says: RegExp };
}

function validating({ operation, what, file, other, wishes, wrong }: Validating): Row {
	const queryOf = (stage: Stage) =>
		new URLSearchParams(
			stage.service.sandbox.calls.matching({ method: 'POST', path: `/validate/${what}` })[0]!.query,
		);
	const expectResult = async (stage: Stage, json: IDataObject) => {
		const { id, valid, validation } = json;
		expect(validation).toEqual(await readFrom(stage, `/infos/${id as string}/validation`));
		expect(json.verdict === 'passed').toBe(valid);
	};
	return {
		operation,
		sendsFile: true,
		minimal: async (stage) => ({
			parameters: {},
			items: [fileItem(await file())],
			seen: async (result) => {
				const item = oneOf(result);
				await expectResult(stage, item.json);
				expect(item.json).toMatchObject({ valid: true, verdict: 'passed', signatures: 1 });
				expect(item.binary!.data!.fileName).toBe('Contract.pdf');
				expect(queryOf(stage).toString()).toBe('infos=validation');
			},
		}),
		full: async (stage) => {
			const common = {
				fullReport: '={{ true }}',
				options: { ...wishes, ...options, timeoutSeconds: 30 },
			};
			const [good, bad] = [await file(), await other()];
			return [
				{
					parameters: { ...common, source: 'binary', binaryPropertyName: 'file' },
					items: [fileItem(good, 'file')],
					seen: async (result) => {
						const { json } = oneOf(result);
						await expectResult(stage, json);
						const signers = await readFrom(stage, `/infos/${json.id as string}/signers`);
						const format = await readFrom(stage, `/infos/${json.id as string}/format`);
						expect(json).toMatchObject({ signers, format });
						const query = queryOf(stage);
						expect(query.getAll('infos')).toEqual(['validation', 'signer', 'format']);
						query.delete('infos');
						const sent = Object.entries(wishes).map(([name, wish]) => [
							name,
							(wish as string).replace(/^={{ (.*) }}$/, '$1'),
						]);
						expect(Object.fromEntries(query)).toEqual(Object.fromEntries(sent));
					},
				},
				{
					parameters: {
						...{ ...common, secondOutput: true },
						...{ source: 'base64', content: bad.toString('base64') },
					},
					seen: async ({ outputs }) => {
						expect(outputs.map(({ length }) => length)).toEqual([0, 1]);
						await expectResult(stage, outputs[1]![0]!.json);
					},
				},
			];
		},
		rules: [
			when('a file of another kind', () => ({
				parameters: {},
				items: [fileItem(wrong.bytes)],
				says: wrong.says,
			})),
		],
		explains: {
			...roleExplained,
			'413': /too large to validate[^]*limit is 50 MB/,
		},
		refusals: [withoutRole(async () => ({ parameters: {}, items: [fileItem(await file())] }))],
	};
}

const validate = validating({
	operation: 'validate',
	what: 'document',
	file: async () => (await signedFiles()).signed!,
	other: async () => (await signedFiles()).tampered!,
	wishes: {
		quality: 'AES',
		legislation: 'CH',
		longTermValidation: '={{ false }}',
		rejectUndefinedChanges: '={{ false }}',
		rejectVisualDifferences: '={{ false }}',
	},
	wrong: {
		bytes: Buffer.from('Dear Ann'),
		says: /"Contract.pdf" is neither a PDF nor an XML file/,
	},
});

const validateSignature = validating({
	operation: 'validateSignature',
	what: 'signature',
	file: signatureFile,
	other: async () => {
		const changed = Buffer.from(await signatureFile());
		changed[changed.length - 1]! ^= 1;
		return changed;
	},
	wishes: { quality: 'AES', legislation: 'EU', longTermValidation: '={{ false }}' },
	wrong: {
		bytes: BROKEN_PDF,
		says: /is a PDF, not a signature file[^]*Validate Document/,
	},
});

interface Reading {
	operation: string;
	more?: INodeParameters;
	seen: (stage: Stage, id: string) => Form['seen'];
	seenFull?: (stage: Stage, id: string) => Form['seen'];
	/** Whether the result is gone afterwards, so that it must be one of its own. */
	deletes?: true;
}

const GONE = /has deleted this validation result[^]*for ten minutes/;

function reading({ operation, more = {}, seen, seenFull = seen, deletes }: Reading): Row {
	const anyResult = deletes ? validated : known;
	return {
		operation,
		minimal: async (stage) => {
			const validationId = await anyResult(stage);
			return { parameters: { validationId }, seen: seen(stage, validationId) };
		},
		full: async (stage) => {
			const validationId = await anyResult(stage, 'signedTwice');
			return [
				{
					parameters: { validationId, ...more, options },
					seen: seenFull(stage, validationId),
				},
			];
		},
		explains: { ...roleExplained, '404': GONE },
		refusals: [
			when('a result that is not there', () => ({
				parameters: { validationId: UNKNOWN },
				status: 404,
				says: GONE,
			})),
			when("someone else's result", async (stage) => {
				const content = (await signedFiles()).signed!.toString('base64');
				const { id } = (await postAsOther(stage, `${V1}/validate/document`, { content })) as {
					id: string;
				};
				return { parameters: { validationId: id }, status: 404, says: GONE };
			}),
			withoutRole(async (stage) => ({ parameters: { validationId: await known(stage) } })),
		],
	};
}

export const validationRows: Row[] = [
	validate,
	validateSignature,
	reading({
		operation: 'getInfo',
		seen: (stage, id) => async (result) => {
			expect(oneOf(result).json).toMatchObject(
				(await readFrom(stage, `/infos/${id}/validation`)) as object,
			);
			expect(oneOf(result).json.verdict).toBe('passed');
		},
	}),
	reading({
		operation: 'getSigners',
		more: { split: '={{ false }}' },
		seen:
			(stage, id) =>
			async ({ outputs }) =>
				expect(outputs[0]!.map(({ json }) => json)).toEqual(
					await readFrom(stage, `/infos/${id}/signers`),
				),
		seenFull: (stage, id) => async (result) =>
			expect(oneOf(result).json.signers).toEqual(await readFrom(stage, `/infos/${id}/signers`)),
	}),
	reading({
		operation: 'getFormat',
		seen: (stage, id) => async (result) =>
			expect(oneOf(result).json).toEqual(await readFrom(stage, `/infos/${id}/format`)),
	}),
	reading({
		operation: 'getEtsiReport',
		more: { binaryPropertyName: 'report' },
		seen: (stage, id) => async (result) => {
			const item = oneOf(result);
			expect(item.json).toEqual({ id });
			expect(item.binary!.data).toMatchObject({
				fileName: `validation-${id}.xml`,
				mimeType: 'application/xml',
			});
			const xml = (await stage.service.engine.readBinary(item)).toString();
			expect(xml).toBe(await (await stage.service.call(`${V1}/reports/${id}/etsi`)).text());
		},
		seenFull: (stage) => async (result) => {
			const xml = (await stage.service.engine.readBinary(oneOf(result), 'report')).toString();
			expect(xml).toContain('<');
		},
	}),
	reading({
		operation: 'delete',
		deletes: true,
		seen: (stage, id) => async (result) => {
			expect(oneOf(result).json).toEqual({ deleted: true });
			const { status } = await stage.service.call(`${V1}/infos/${id}/validation`);
			expect(status).toBe(404);
		},
	}),
];

const credit = (operation: string, path: string): Row =>
	withFull(
		{ options },
		{
			operation,
			minimal: async (stage) => {
				await known(stage);
				return {
					parameters: {},
					seen: async (result) =>
						expect(oneOf(result).json).toEqual(await readFrom(stage, `/billing/credits${path}`)),
				};
			},
			explains: roleExplained,
			refusals: [
				{
					...withoutRole(() => ({ parameters: {} })),
					// The public regions show their prices to everyone.
					only: ({ dialect }) => path !== '/infos' || dialect === 'contract',
				},
			],
		},
	);

const invoiced = credit('getInvoiced', '/invoiced');

export const creditRows: Row[] = [
	credit('getPrices', '/infos'),
	credit('getUsage', '/usage'),
	{
		...invoiced,
		full: (stage) =>
			['2026', '202603', '20260331'].map((period) => ({
				parameters: { period, options },
				seen: async (result) => {
					const path = `/billing/credits/invoiced?period=${period}`;
					expect(oneOf(result).json).toEqual(await readFrom(stage, path));
					// The contract answers a month, the public regions what was asked for.
					const shown = stage.dialect === 'public' ? RegExp(`^${period}$`) : /^2026\d\d$/;
					expect(oneOf(result).json.period).toMatch(shown);
				},
			})),
		rules: [
			when('half a year', () => ({
				parameters: { period: '20' },
				says: /Period: .+ isn't a period[^]*Write it as one of YYYY/,
			})),
		],
	},
];
