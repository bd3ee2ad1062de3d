/** A long list: our Get Many beside one pass over it by plain undici, one page after the other. */
import { request } from 'undici';
import type { Stage } from '../stage.ts';
import type { Row } from '../table.ts';
import { ours } from '../workflow.ts';
import type { Work } from '../workflow.ts';

const LATENCY_MS = 50;
const FINISHED = 10_000;
const PAGE = 50;

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
	const { ms, error, items } = await run(getMany);
	if (error || items !== FINISHED) throw new Error(error ?? `Get Many found ${items} requests.`);
	const { calls } = await service.counts();
	const pages = Math.ceil(FINISHED / PAGE);
	const plainMs = await onePass(service.address, pages);
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
