/**
 * Files of every size: time beside plain undici, which streams the same bytes, and memory of n8n above what it had.
 * undici runs in n8n's own process, and besides in one of its own: there the heap is a hundredth of n8n's, which is
 * searched once for every few dozen megabytes of buffers, wherever they come from.
 */
import { createReadStream, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Transform } from 'node:stream';
import { request } from 'undici';
import type { Workflow } from '../../scripts/n8n/n8nServer.ts';
import { watchMemory } from '../../test/support/machine/memory.ts';
import { pdfOfSize } from '../../test/support/files/pdf.ts';
import type { Service } from '../service/service.ts';
import type { Stage } from '../stage.ts';
import { median } from '../table.ts';
import type { Row } from '../table.ts';
import { chainOf, ours, webhook } from '../workflow.ts';
import type { Work } from '../workflow.ts';

const MIB = 2 ** 20;

interface Size {
	sizeMib: number;
	latenciesMs: number[];
	/** Not counted. */
	warmUps: number;
	rounds: number;
}

const SIZES: Size[] = [
	// Here single milliseconds count, also those that a process takes to translate what it runs for the first times. To
	// people the way to the service and back counts for more.
	{ sizeMib: 1, latenciesMs: [0, 50], warmUps: 20, rounds: 60 },
	// A round takes twice as long whenever n8n clears its memory meanwhile.
	{ sizeMib: 25, latenciesMs: [0], warmUps: 1, rounds: 15 },
	{ sizeMib: 112.5, latenciesMs: [0], warmUps: 1, rounds: 5 },
];
const MOST_MIB = 48;
const FILE = 'bench.pdf';
const ID = '00000000-0000-4000-8000-000000000001';

interface FileWork extends Work {
	name: string;
	/** How often undici may take the time. */
	goal: number;
	method: 'GET' | 'POST';
	path: string;
}

const { asBase64, SLICE_BYTES } = createRequire(import.meta.url)('../floor/asBase64.js') as {
	asBase64: () => Transform;
	SLICE_BYTES: number;
};

const source = { source: 'binary', binaryPropertyName: 'data' };

export const works: FileWork[] = [
	{
		id: 'upload-file',
		name: 'Upload',
		items: [],
		goal: 1.5,
		node: ours('eSignatureDocument', { resource: 'document', operation: 'upload', ...source }),
		method: 'POST',
		path: '/v2/documents',
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
		method: 'POST',
		path: '/v1/seal',
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
		method: 'POST',
		path: '/v2/signature-requests',
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
		method: 'GET',
		path: `/v2/documents/${ID}/content`,
	},
];

/** Each reads a file from the disk first, as n8n's own nodes do. */
export function fileWorkflows({ address }: Service): Workflow[] {
	return [...works, ...works.map((work) => inside(work, address))].map(({ id, node }) =>
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

/** The same bytes by plain undici, in n8n. */
function inside({ id, method, path: place }: FileWork, address: string): Work {
	const parameters = { method, url: `${address}${place}` };
	const node = { type: 'CUSTOM.plainFile', typeVersion: 1, parameters };
	return { id: `plain-${id}`, items: [], node };
}

export async function measureFiles(stage: Stage): Promise<Row[]> {
	const rows: Row[] = [];
	const file = path.join(stage.n8n.files, FILE);
	for (const size of SIZES) {
		const fileBytes = size.sizeMib * MIB;
		writeFileSync(file, pdfOfSize(fileBytes));
		for (const latencyMs of size.latenciesMs) {
			await stage.service.become({ fileBytes, latencyMs });
			for (const work of works) {
				rows.push(...(await measureOne(stage, work, { ...size, file, latencyMs })));
			}
		}
	}
	return rows;
}

async function measureOne(
	{ service, n8n, run }: Stage,
	work: FileWork,
	{ file, sizeMib, latencyMs, warmUps, rounds }: Size & { file: string; latencyMs: number },
): Promise<Row[]> {
	const seen = { ours: [] as number[], inside: [] as number[], outside: [] as number[] };
	const growths: number[] = [];
	const timed = async (one: Work) => {
		const { ms, error } = await run({ ...one, items: [{ file }] });
		if (error) throw new Error(`${one.id} of ${sizeMib} MiB: ${error}`);
		return ms;
	};
	const measureOurs = async () => {
		const memory = watchMemory(n8n.pid);
		seen.ours.push(await timed(work));
		growths.push(await memory.stop());
	};
	const measureInside = async () => {
		seen.inside.push(await timed(inside(work, service.address)));
	};
	for (let round = 0; round < warmUps + rounds; round++) {
		// In turns, because n8n clears away at one of them what both have left.
		const both = [measureOurs, measureInside];
		for (const measure of round % 2 ? both : both.reverse()) await measure();
		const startedAt = performance.now();
		await plainly(`${service.address}${work.path}`, work.method, file);
		seen.outside.push(Math.round(performance.now() - startedAt));
	}
	const [ours, plain, outside, growth] = [seen.ours, seen.inside, seen.outside, growths].map(
		(all) => median(all.slice(warmUps)),
	) as [number, number, number, number];
	const growthMib = growth / MIB;
	const time = {
		measure: `${work.name} of ${sizeMib} MiB, latency ${latencyMs} ms: time`,
		ours: `${ours} ms`,
		against: `plain undici in n8n: ${plain} ms, in a separate process: ${outside} ms`,
		ratio: ours / plain,
		goal: work.goal,
	};
	if (latencyMs > 0) return [time];
	return [
		time,
		{
			measure: `${work.name} of ${sizeMib} MiB: peak of memory above n8n's own`,
			ours: `${growthMib.toFixed(0)} MiB`,
			against: `${MOST_MIB} MiB`,
			ratio: growthMib / MOST_MIB,
			goal: 1,
		},
	];
}

/** In this process. */
async function plainly(url: string, method: FileWork['method'], file: string): Promise<void> {
	if (method === 'GET') {
		const { body } = await request(url);
		writeFileSync(`${file}.copy`, Buffer.from(await body.arrayBuffer()));
		return;
	}
	const encoded = createReadStream(file, { highWaterMark: SLICE_BYTES }).pipe(asBase64());
	const { body } = await request(url, { method, body: encoded });
	await body.dump();
}
