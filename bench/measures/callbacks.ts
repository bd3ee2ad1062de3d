/**
 * Callbacks of the service: our trigger beside a Webhook node that asks for the request by an HTTP Request node, and
 * beside the least that a trigger of a package can do.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type * as Callback from '../../nodes/shared/callbacks/callback.ts';
import type { Workflow } from '../../scripts/n8n/n8nServer.ts';
import type { Service } from '../service/service.ts';
import { loadSource } from '../loadSource.ts';
import type { Stage } from '../stage.ts';
import type { Row } from '../table.ts';
import { apiKey, chainOf, httpRequest, ours, webhook } from '../workflow.ts';

const CALLS = 300;
const AT_ONCE = 10;
const ROUNDS = 3;

const ourPath = 'our-callbacks';
const theirPath = 'their-callbacks';
const floorPath = '22222222-0b9e-4a6f-8d3e-2f4c7b1a9e60';

export function callbackWorkflows({ address }: Service): Workflow[] {
	const events = { path: ourPath, events: ['success'], simplify: false };
	return [
		chainOf('our-callbacks', [
			{ name: 'Trigger', webhookId: ourPath, ...ours('eSignatureRequestTrigger', events) },
		]),
		chainOf('floor-callbacks', [
			{
				name: 'Trigger',
				webhookId: floorPath,
				type: 'CUSTOM.floorTrigger',
				typeVersion: 1,
				parameters: {},
			},
		]),
		chainOf(theirPath, [
			webhook(theirPath, { responseMode: 'onReceived' }),
			{
				name: 'Read',
				...httpRequest(address, {
					method: 'GET',
					path: '/v2/signature-requests/{{ $json.query.request }}',
				}),
			},
		]),
	];
}

export async function measureCallbacks({ service, n8n }: Stage): Promise<Row[]> {
	const { writeCallback } = await loadSource<typeof Callback>('nodes/shared/callbacks/callback.ts');
	const template = writeCallback(`${n8n.address}/webhook/${ourPath}`, {
		event: 'success',
		apiVersion: 'v2',
		placeholderPrefix: 'SERVICE',
		nonce: 'bench',
		path: ourPath,
		apiKey,
	});
	const at = (path: string) =>
		`${n8n.address}/webhook/${path}?request=SERVICE_SIGNATURE_REQUEST_ID`;
	const paths = { ours: ourPath, floor: `${floorPath}/floor`, theirs: theirPath };
	for (const path of Object.values(paths)) await n8n.untilListening(path);
	const templates = { ours: template, floor: at(paths.floor), theirs: at(paths.theirs) };
	const timesMs = { ours: 0, floor: 0, theirs: 0 };
	for (let round = 0; round < ROUNDS; round++) {
		for (const who of ['ours', 'floor', 'theirs'] as const) {
			await service.become({ callbackUrl: template });
			timesMs[who] += await callAll(service, templates[who], round);
		}
	}
	const perSecond = (ms: number) => `${((ROUNDS * CALLS * 1000) / ms).toFixed(0)} per second`;
	const measure = `${CALLS} callbacks, ${AT_ONCE} at a time, until all are answered and all requests read`;
	const ours = perSecond(timesMs.ours);
	return [
		{
			measure,
			ours,
			against: `Webhook and HTTP Request node: ${perSecond(timesMs.theirs)}`,
			ratio: timesMs.ours / timesMs.theirs,
			goal: 1,
		},
		{
			measure: `${measure}, beside a minimal trigger of a package`,
			ours,
			against: `minimal trigger: ${perSecond(timesMs.floor)}`,
			ratio: timesMs.ours / timesMs.floor,
			goal: 1.2,
		},
	];
}

/** Each for another request, because a request ends once. */
async function callAll(service: Service, template: string, round: number): Promise<number> {
	const startedAt = performance.now();
	const numbers = Array.from({ length: CALLS }, (_, index) => round * CALLS + index + 1).values();
	const callInTurn = async () => {
		for (const number of numbers) {
			const id = `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
			const url = template
				.replace('SERVICE_SIGNATURE_REQUEST_ID', id)
				.replace('SERVICE_DOCUMENT_ID', '00000000-0000-4000-8000-000000000001');
			const answer = await fetch(url, { method: 'POST' });
			if (!answer.ok) throw new Error(`${template}: ${answer.status}: ${await answer.text()}`);
			await answer.text();
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, callInTurn));
	while ((await service.counts()).calls < CALLS) await sleep(5);
	return performance.now() - startedAt;
}
