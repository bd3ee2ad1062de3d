/** Files of every size: time beside plain undici, which streams the same bytes, and memory of n8n above what it had. */
import { createReadStream, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { request } from 'undici';
import type { Workflow } from '../../scripts/n8nServer.ts';
import { watchMemory } from '../../test/support/memory.ts';
import { pdfOfSize } from '../../test/support/pdf.ts';
import type { Stage } from '../stage.ts';
import { median } from '../table.ts';
import type { Row } from '../table.ts';
import { chainOf, ours, webhook } from '../workflow.ts';
import type { Work } from '../workflow.ts';

const MIB = 2 ** 20;
const SIZES_MIB = [1, 25, 112.5];
const ROUNDS = 3;
const MOST_MIB = 48;
const FILE = 'bench.pdf';
const ID = '00000000-0000-4000-8000-000000000001';

interface FileWork extends Work {
	name: string;
	/** How often undici may take the time. */
	goal: number;
	plain: (address: string, file: string) => Promise<unknown>;
}

const source = { source: 'binary', binaryPropertyName: 'data' };

export const works: FileWork[] = [
	{
		id: 'upload-file',
		name: 'Upload',
		items: [],
		goal: 1.5,
		node: ours('eSignatureDocument', { resource: 'document', operation: 'upload', ...source }),
		plain: async (address, file) => await postAsBase64(`${address}/v2/documents`, file),
	},
	{
		id: 'seal-file',
		name: 'Seal',
		items: [],
		goal: 1.5,
		node: ours('eSignatureSeal', {
			resource: 'seal',
			operation: 'seal',
			...source,
			download: false,
		}),
		plain: async (address, file) => await postAsBase64(`${address}/v1/seal`, file),
	},
	{
		id: 'create-with-file',
		name: 'Create',
		items: [],
		goal: 1.5,
		node: ours('eSignatureRequest', {
			resource: 'request',
			operation: 'create',
			apiVersion: 'v2',
			...source,
			title: 'Bench',
			signerInput: 'json',
			signersJson: '[{ "email": "ann@example.com" }]',
		}),
		plain: async (address, file) => await postAsBase64(`${address}/v2/signature-requests`, file),
	},
	{
		id: 'download-file',
		name: 'Download',
		items: [],
		goal: 1.3,
		node: ours('eSignatureDocument', {
			resource: 'document',
			operation: 'download',
			documentId: { __rl: true, mode: 'id', value: ID },
		}),
		plain: async (address, file) => {
			const { body } = await request(`${address}/v2/documents/${ID}/content`);
			writeFileSync(`${file}.copy`, Buffer.from(await body.arrayBuffer()));
		},
	},
];

/** Each reads a file from the disk first, as n8n's own nodes do. */
export function fileWorkflows(): Workflow[] {
	return works.map(({ id, node }) =>
		chainOf(id, [
			webhook(id, { responseMode: 'lastNode', responseData: 'noData' }),
			{
				name: 'Read',
				type: 'n8n-nodes-base.readWriteFile',
				typeVersion: 1,
				parameters: { operation: 'read', fileSelector: '={{ $json.body.items[0].file }}' },
			},
			{ name: 'Measured', ...node },
		]),
	);
}

export async function measureFiles(stage: Stage): Promise<Row[]> {
	const rows: Row[] = [];
	const file = path.join(stage.n8n.files, FILE);
	for (const sizeMib of SIZES_MIB) {
		writeFileSync(file, pdfOfSize(sizeMib * MIB));
		await stage.service.become({ fileBytes: sizeMib * MIB });
		for (const work of works) rows.push(...(await measureOne(stage, work, { file, sizeMib })));
	}
	return rows;
}

async function measureOne(
	{ service, n8n, run }: Stage,
	work: FileWork,
	{ file, sizeMib }: { file: string; sizeMib: number },
): Promise<Row[]> {
	const times: Record<'ours' | 'plain', number[]> = { ours: [], plain: [] };
	const growths: number[] = [];
	for (let round = 0; round <= ROUNDS; round++) {
		const memory = watchMemory(n8n.pid);
		const { ms, error } = await run({ ...work, items: [{ file }] });
		const growth = await memory.stop();
		if (error) throw new Error(`${work.name} of ${sizeMib} MiB: ${error}`);
		const startedAt = performance.now();
		await work.plain(service.address, file);
		if (round === 0) continue;
		times.ours.push(ms);
		times.plain.push(Math.round(performance.now() - startedAt));
		growths.push(growth);
	}
	const [ours, plain] = [median(times.ours), median(times.plain)];
	const growthMib = median(growths) / MIB;
	return [
		{
			measure: `${work.name} of ${sizeMib} MiB: time`,
			ours: `${ours} ms`,
			against: `plain undici: ${plain} ms`,
			ratio: ours / plain,
			goal: work.goal,
		},
		{
			measure: `${work.name} of ${sizeMib} MiB: peak of memory above what n8n had`,
			ours: `${growthMib.toFixed(0)} MiB`,
			against: `${MOST_MIB} MiB`,
			ratio: growthMib / MOST_MIB,
			goal: 1,
		},
	];
}

async function postAsBase64(url: string, file: string): Promise<void> {
	const { body } = await request(url, { method: 'POST', body: bodyOf(file) });
	await body.dump();
}

/** In slices of whole groups of three bytes, so that nothing is left over between them. */
function bodyOf(file: string) {
	const encode = new Transform({
		transform(chunk: Buffer, _encoding, done) {
			done(null, chunk.toString('base64'));
		},
	});
	return createReadStream(file, { highWaterMark: 3 * 64 * 1024 }).pipe(encode);
}
