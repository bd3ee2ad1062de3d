/**
 * Many executions that wait for signatures, then all sign: Send and Wait beside what people would build, and beside
 * the least that a node of a package can do.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Workflow } from '../../scripts/n8n/n8nServer.ts';
import { pdfOfSize } from '../../test/support/files/pdf.ts';
import type { Service } from '../service/service.ts';
import type { Stage } from '../stage.ts';
import type { Row } from '../table.ts';
import { chainOf, httpRequest, ours, webhook } from '../workflow.ts';

const PARKED = 1_000;
/** Enough to know how fast the minimal node is. */
const PARKED_AT_FLOOR = 300;
const AT_ONCE = 20;
/** n8n's address has a query already. */
const requestInQuery = '&request=SERVICE_SIGNATURE_REQUEST_ID';

const content = pdfOfSize(2_000).toString('base64');
const ids = { ours: 'our-waiting', floor: 'floor-waiting', theirs: 'their-waiting' };

export function waitingWorkflows({ address }: Service): Workflow[] {
	const bodyWith = (callback: string) =>
		`{ title: 'Bench', content: '${content}', signatures: [{ account_email: 'ann@example.com' }], callback_success_url: ${callback} }`;
	return [
		chainOf(ids.ours, [
			webhook(ids.ours, { responseMode: 'onReceived' }),
			{
				name: 'Send and Wait',
				webhookId: ids.ours,
				...ours('eSignatureRequest', {
					resource: 'request',
					operation: 'sendAndWait',
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
		chainOf(ids.floor, [
			webhook(ids.floor, { responseMode: 'onReceived' }),
			{
				name: 'Send and Wait',
				type: 'CUSTOM.floorWait',
				typeVersion: 1,
				webhookId: ids.floor,
				parameters: { body: `={{ ${bodyWith(`$execution.resumeUrl + '${requestInQuery}'`)} }}` },
			},
		]),
		chainOf(ids.theirs, [
			webhook(ids.theirs, { responseMode: 'onReceived' }),
			{
				name: 'Create',
				...httpRequest(address, {
					method: 'POST',
					path: '/v2/signature-requests',
					body: bodyWith('$execution.resumeUrl'),
				}),
			},
			{
				name: 'Wait',
				type: 'n8n-nodes-base.wait',
				typeVersion: 1.1,
				webhookId: ids.theirs,
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

export async function measureWaiting(stage: Stage): Promise<Row[]> {
	const mine = await resume(stage, ids.ours, PARKED);
	const floor = await resume(stage, ids.floor, PARKED_AT_FLOOR);
	const theirs = await resume(stage, ids.theirs, PARKED);
	const measure = `${PARKED} executions wait, then all sign: resumed`;
	return [
		rowOf(measure, mine, {
			name: 'HTTP Request, Wait and HTTP Request node',
			resumed: theirs,
			goal: 1,
		}),
		rowOf(`${measure}, beside a minimal waiting node of a package`, mine, {
			name: 'minimal node',
			resumed: floor,
			goal: 1.2,
		}),
	];
}

interface Against {
	name: string;
	resumed: Resumed;
	goal: number;
}

function rowOf(measure: string, mine: Resumed, { name, resumed, goal }: Against): Row {
	const inWords = ({ perSecond, lost }: Resumed) =>
		`${perSecond.toFixed(1)} per second, ${lost} lost`;
	return {
		measure,
		ours: inWords(mine),
		against: `${name}: ${inWords(resumed)}`,
		ratio: mine.lost > 0 ? Infinity : resumed.perSecond / mine.perSecond,
		goal,
	};
}

interface Resumed {
	perSecond: number;
	lost: number;
}

async function resume(
	{ service, n8n, executions }: Stage,
	id: string,
	count: number,
): Promise<Resumed> {
	await n8n.untilListening(id);
	await service.become({ keepsRequests: true });
	let started = 0;
	const startInTurn = async () => {
		while (started++ < count) await fetch(`${n8n.address}/webhook/${id}`, { method: 'POST' });
	};
	await Promise.all(Array.from({ length: AT_ONCE }, startInTurn));
	const inState = async (...states: string[]) =>
		(await executions.listAll(id)).filter(({ status }) => states.includes(status)).length;
	const until = async (isReached: () => Promise<boolean>) =>
		await n8n.whileAlive(async () => {
			while (!(await isReached())) await sleep(500);
		});
	await until(async () => (await inState('waiting')) === count);

	const startedAt = performance.now();
	await n8n.whileAlive(async () => await service.signAll(AT_ONCE));
	await until(async () => (await inState('new', 'running', 'waiting')) === 0);
	const seconds = (performance.now() - startedAt) / 1000;
	return { perSecond: count / seconds, lost: count - (await inState('success')) };
}
