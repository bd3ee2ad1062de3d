/** Many small items: our nodes beside n8n's HTTP Request node, with the same credential. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pdfOfSize } from '../../test/support/files/pdf.ts';
import type { Service } from '../service/service.ts';
import type { Measured, Stage } from '../stage.ts';
import { median } from '../table.ts';
import type { Row } from '../table.ts';
import { httpRequest, ours } from '../workflow.ts';
import type { Work } from '../workflow.ts';

const ROUNDS = 5;
const LATENCIES_MS = [0, 50, 200];
const CALLS_PER_SECOND = 50;
const LIMIT_ROUNDS = 3;
/** After a minute the limit is forgotten. */
const FORGETTING_MS = 70_000;

const requestId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
const content = pdfOfSize(20_000).toString('base64');

/** Both do the same to the same items. */
export interface Pair {
	name: string;
	ours: Work;
	theirs: Work;
}

function pairOf(
	name: string,
	{ items, node, other }: { items: object[]; node: Work['node']; other: Work['node'] },
): Pair {
	const id = name.toLowerCase().replaceAll(/\W+/g, '-');
	return {
		name,
		ours: { id: `ours-${id}`, items, node },
		theirs: { id: `theirs-${id}`, items, node: other },
	};
}

export function pairs({ address }: Service): Pair[] {
	const ids = Array.from({ length: 500 }, (_, index) => ({
		id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
	}));
	const documents = Array.from({ length: 100 }, (_, index) => ({ title: `No. ${index}`, content }));
	return [
		pairOf('500 × Get', {
			items: ids,
			node: ours('eSignatureRequest', {
				resource: 'request',
				operation: 'get',
				apiVersion: 'v2',
				requestId,
				simplify: false,
			}),
			other: httpRequest(address, {
				method: 'GET',
				path: '/v2/signature-requests/{{ $json.id }}',
			}),
		}),
		pairOf('100 × Upload of 20 KB', {
			items: documents,
			node: ours('eSignatureDocument', {
				resource: 'document',
				operation: 'upload',
				source: 'base64',
				content: '={{ $json.content }}',
				title: '={{ $json.title }}',
			}),
			other: httpRequest(address, {
				method: 'POST',
				path: '/v2/documents',
				body: '{ title: $json.title, content_type: "application/pdf", content: $json.content }',
			}),
		}),
		pairOf('100 × Create of 20 KB', {
			items: documents,
			node: ours('eSignatureRequest', {
				resource: 'request',
				operation: 'create',
				apiVersion: 'v2',
				source: 'base64',
				content: '={{ $json.content }}',
				title: '={{ $json.title }}',
				signerInput: 'json',
				signersJson: '[{ "email": "ann@example.com" }]',
			}),
			other: httpRequest(address, {
				method: 'POST',
				path: '/v2/signature-requests',
				body: '{ title: $json.title, content: $json.content, signatures: [{ account_email: "ann@example.com" }] }',
			}),
		}),
	];
}

export async function measureItems(stage: Stage): Promise<Row[]> {
	const rows: Row[] = [];
	for (const latencyMs of LATENCIES_MS) {
		for (const pair of pairs(stage.service)) {
			rows.push(await measurePair(stage, pair, latencyMs));
		}
	}
	return rows;
}

async function measurePair(
	{ service, run }: Stage,
	{ name, ours, theirs }: Pair,
	latencyMs: number,
): Promise<Row> {
	await service.become({ latencyMs });
	// The first of each loads the node, and logs in.
	const times: Record<'ours' | 'theirs', number[]> = { ours: [], theirs: [] };
	for (let round = 0; round <= ROUNDS; round++) {
		const [mine, other] = [await run(ours), await run(theirs)];
		for (const { error } of [mine, other]) if (error) throw new Error(`${name}: ${error}`);
		if (round === 0) continue;
		times.ours.push(mine.ms);
		times.theirs.push(other.ms);
	}
	const [mine, other] = [median(times.ours), median(times.theirs)];
	return {
		measure: `${name}, latency ${latencyMs} ms`,
		ours: `${mine} ms`,
		against: `HTTP Request node: ${other} ms`,
		ratio: mine / other,
		goal: 1,
	};
}

interface Limited extends Measured {
	refusals: number;
	logins: number;
}

/** With a limit the other node fails, so that what counts is the limit's own time. */
export async function measureLimit({ service, run }: Stage): Promise<Row[]> {
	const limited = async (work: Work): Promise<Limited> => {
		await service.become({ callsPerSecond: CALLS_PER_SECOND });
		const measured = await run(work);
		return { ...measured, ...(await service.counts()) };
	};
	const rounds: Array<Record<string, Limited>> = [];
	for (let round = 0; round < LIMIT_ROUNDS; round++) {
		// What was learned of the limit is forgotten, so that each begins as the first did.
		if (round > 0) await sleep(FORGETTING_MS);
		const found: Record<string, Limited> = {};
		for (const { name, ours } of pairs(service)) found[name] = await limited(ours);
		rounds.push(found);
	}
	const rows: Row[] = [];
	for (const { name, ours, theirs } of pairs(service)) {
		const mine = middleOf(rounds.map((found) => found[name]!));
		const other = await limited(theirs);
		const limitMs = (ours.items.length / CALLS_PER_SECOND) * 1000;
		rows.push({
			measure: `${name}, limit ${CALLS_PER_SECOND}/s`,
			ours: `${mine.ms} ms, ${inWords(mine)}`,
			against: `the limit's own time: ${limitMs} ms, HTTP Request node: ${inWords(other)}`,
			ratio: mine.error ? Infinity : mine.ms / limitMs,
			goal: 1.3,
		});
	}
	return rows;
}

/** One that failed, or else the one whose time is the median. */
function middleOf(rounds: Limited[]): Limited {
	const failed = rounds.find(({ error }) => error);
	if (failed) return failed;
	const middleMs = median(rounds.map(({ ms }) => ms));
	return rounds.find(({ ms }) => ms === middleMs)!;
}

function inWords({ error, refusals, logins }: Limited) {
	return `${error ? 'failed' : 'all items'}, ${refusals} refusals, ${logins} logins`;
}
