/** A long list: our Get Many beside one pass over it by plain undici, one page after the other. */
import { request } from 'undici';
import type { Stage } from '../stage.ts';
import { median } from '../table.ts';
import type { Row } from '../table.ts';
import { ours } from '../workflow.ts';
import type { Work } from '../workflow.ts';

const LATENCY_MS = 50;
const FINISHED = 10_000;
const PAGE = 50;
const ROUNDS = 5;

export const getMany: Work = {
	id: 'ours-get-many',
	items: [{}],
	node: ours('eSignatureRequest', {
		resource: 'request',
		operation: 'getMany',
		apiVersion: 'v2',
		returnAll: true,
	}),
};

export async function measureLists({ service, run }: Stage): Promise<Row[]> {
	await service.become({ latencyMs: LATENCY_MS, finished: FINISHED });
	const pages = Math.ceil(FINISHED / PAGE);
	const seen = { ours: [] as number[], plain: [] as number[], calls: [] as number[] };
	for (let round = 0; round < ROUNDS; round++) {
		const { calls: before } = await service.counts();
		const { ms, error, items } = await run(getMany);
		if (error || items !== FINISHED) throw new Error(error ?? `Get Many found ${items} requests.`);
		const { calls: after } = await service.counts();
		seen.ours.push(ms);
		seen.calls.push(after - before);
		seen.plain.push(await onePass(service.address, pages));
	}
	const [ms, plainMs] = [median(seen.ours), median(seen.plain)];
	const calls = Math.max(...seen.calls);
	return [
		{
			measure: `List of ${FINISHED} requests, latency ${LATENCY_MS} ms`,
			ours: `${ms} ms, each page read twice`,
			against: `undici, one page after the other, once: ${plainMs} ms`,
			ratio: ms / plainMs,
			goal: 0.4,
		},
		{
			measure: `Calls for ${FINISHED} requests`,
			ours: String(calls),
			against: `twice the ${pages} pages, and 10`,
			ratio: calls / (2 * pages + 10),
			goal: 1,
		},
	];
}

async function onePass(address: string, pages: number): Promise<number> {
	const startedAt = performance.now();
	for (let page = 0; page < pages; page++) {
		const { body } = await request(
			`${address}/v2/signature-requests?page_number=${page}&page_size=${PAGE}`,
		);
		await body.json();
	}
	return Math.round(performance.now() - startedAt);
}
