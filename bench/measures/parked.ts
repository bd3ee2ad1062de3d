/** Many executions that wait for signatures, then all sign: Create and Wait beside what people would build. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Workflow } from '../../scripts/n8nServer.ts';
import { pdfOfSize } from '../../test/support/pdf.ts';
import type { Service } from '../service/service.ts';
import type { Stage } from '../stage.ts';
import type { Row } from '../table.ts';
import { chainOf, httpRequest, ours, webhook } from '../workflow.ts';

const PARKED = 1_000;
const AT_ONCE = 20;

const content = pdfOfSize(2_000).toString('base64');
const [ourId, theirId] = ['our-parked', 'their-parked'];

export function parkedWorkflows({ address }: Service): Workflow[] {
	const body = `{ title: 'Bench', content: '${content}', signatures: [{ account_email: 'ann@example.com' }], callback_success_url: $execution.resumeUrl }`;
	return [
		chainOf(ourId, [
			webhook(ourId, { responseMode: 'onReceived' }),
			{
				name: 'Create and Wait',
				webhookId: ourId,
				...ours('eSignatureRequest', {
					resource: 'request',
					operation: 'createAndWait',
					apiVersion: 'v2',
					source: 'base64',
					content,
					title: 'Bench',
					signerInput: 'json',
					signersJson: '[{ "email": "ann@example.com" }]',
					downloadDocuments: false,
				}),
			},
		]),
		chainOf(theirId, [
			webhook(theirId, { responseMode: 'onReceived' }),
			{
				name: 'Create',
				...httpRequest(address, { method: 'POST', path: '/v2/signature-requests', body }),
			},
			{
				name: 'Wait',
				type: 'n8n-nodes-base.wait',
				typeVersion: 1.1,
				webhookId: theirId,
				parameters: { resume: 'webhook', httpMethod: 'POST', options: {} },
			},
			{
				name: 'Read',
				...httpRequest(address, {
					method: 'GET',
					path: "/v2/signature-requests/{{ $('Create').item.json.id }}",
				}),
			},
		]),
	];
}

export async function measureParked(stage: Stage): Promise<Row[]> {
	const [mine, theirs] = [await resume(stage, ourId), await resume(stage, theirId)];
	const perSecond = ({ ms }: Resumed) => `${((PARKED * 1000) / ms).toFixed(1)} per second`;
	return [
		{
			measure: `${PARKED} executions wait, then all sign: resumed`,
			ours: `${perSecond(mine)}, ${mine.lost} lost`,
			against: `HTTP Request, Wait and HTTP Request node: ${perSecond(theirs)}, ${theirs.lost} lost`,
			ratio: mine.lost > 0 ? Infinity : mine.ms / theirs.ms,
			goal: 1,
		},
	];
}

interface Resumed {
	ms: number;
	lost: number;
}

async function resume({ service, n8n, executions }: Stage, id: string): Promise<Resumed> {
	await n8n.untilListening(id);
	await service.become({ keepsRequests: true });
	let started = 0;
	const startInTurn = async () => {
		while (started++ < PARKED) await fetch(`${n8n.address}/webhook/${id}`, { method: 'POST' });
	};
	await Promise.all(Array.from({ length: AT_ONCE }, startInTurn));
	const inState = async (...states: string[]) =>
		(await executions.listAll(id)).filter(({ status }) => states.includes(status)).length;
	const until = async (isReached: () => Promise<boolean>) =>
		await n8n.whileAlive(async () => {
			while (!(await isReached())) await sleep(500);
		});
	await until(async () => (await inState('waiting')) === PARKED);

	const startedAt = performance.now();
	await n8n.whileAlive(async () => await service.signAll(AT_ONCE));
	await until(async () => (await inState('new', 'running', 'waiting')) === 0);
	return { ms: performance.now() - startedAt, lost: PARKED - (await inState('success')) };
}
