/** Callbacks of the service: our trigger beside a Webhook node that asks for the request by an HTTP Request node. */
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as Callback from '../../nodes/shared/callback/callback.ts';
import type { Workflow } from '../../scripts/n8nServer.ts';
import type { Service } from '../service/service.ts';
import type { Stage } from '../stage.ts';
import type { Row } from '../table.ts';
import { apiKey, chainOf, httpRequest, ours, webhook } from '../workflow.ts';

const CALLS = 300;
const AT_ONCE = 10;
const ROUNDS = 3;

const ourPath = '11111111-0b9e-4a6f-8d3e-2f4c7b1a9e60';
const theirPath = 'their-callbacks';

export function callbackWorkflows({ address }: Service): Workflow[] {
	const events = { events: ['success'], simplify: false };
	return [
		chainOf('our-callbacks', [
			{ name: 'Trigger', webhookId: ourPath, ...ours('eSignatureRequestTrigger', events) },
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
	const { writeCallback } = createRequire(import.meta.url)(
		'../../dist/nodes/shared/callback/callback.js',
	) as typeof Callback;
	const template = writeCallback(`${n8n.address}/webhook/${ourPath}/e-signature`, {
		event: 'success',
		apiVersion: 'v2',
		placeholderPrefix: 'SERVICE',
		nonce: 'bench',
		apiKey,
	});
	const theirs = `${n8n.address}/webhook/${theirPath}?request=SERVICE_SIGNATURE_REQUEST_ID`;
	for (const path of [`${ourPath}/e-signature`, theirPath]) await n8n.untilListening(path);
	const timesMs: Record<'ours' | 'theirs', number> = { ours: 0, theirs: 0 };
	for (let round = 0; round < ROUNDS; round++) {
		await service.become({ callbackUrl: template });
		timesMs.ours += await callAll(service, template, round);
		await service.become({ callbackUrl: template });
		timesMs.theirs += await callAll(service, theirs, round);
	}
	const perSecond = (ms: number) => ((ROUNDS * CALLS * 1000) / ms).toFixed(0);
	return [
		{
			measure: `${CALLS} callbacks, ${AT_ONCE} at a time, until all are answered and all requests read`,
			ours: `${perSecond(timesMs.ours)} per second`,
			against: `Webhook and HTTP Request node: ${perSecond(timesMs.theirs)} per second`,
			ratio: timesMs.ours / timesMs.theirs,
			goal: 1,
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
