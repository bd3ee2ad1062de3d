/** A person signs what an agent's tool is to do. */
import { startReceiver, type Receiver } from '../sandbox/receiver.ts';
import { signInto, type Executions } from './support/executions.ts';
import { startModel, type ModelStandIn } from './support/modelStandIn.ts';
import { refunds, reviewedAgent } from './support/reviewedAgent.ts';
import { startScene, type Scene } from './support/scene.ts';
import { until } from './support/until.ts';

let scene: Scene;
let receiver: Receiver;
let model: ModelStandIn;
let executions: Executions;

beforeAll(async () => {
	receiver = await startReceiver();
	model = await startModel(refunds);
	scene = await startScene({
		workflows: [reviewedAgent('reviewed', receiver.address)],
		credentials: [model.credential],
	});
	await scene.n8n.untilListening('reviewed');
	executions = await signInto(scene.n8n);
});

afterAll(async () => {
	await scene?.close();
	model?.close();
	await receiver?.close();
});

const callsTo = (path: string) =>
	receiver.received.filter(({ url }) => url === path).map(({ body }) => body);
const isRefunded = (amount: number) => callsTo(`/refund?amount=${amount}`).length;

/**
 * The document that states this amount; the order of calls is the engine's. Its execution waits by then: a callback
 * that comes earlier is refused by n8n, and the service repeats it ten minutes later.
 */
async function approvalFor(...amounts: number[]) {
	const { store } = scene.sandbox;
	const approval = await until(scene.n8n, `request for approval of ${amounts.join(' or ')}`, () =>
		amounts
			.flatMap((amount) =>
				store.requests
					.filter(({ status }) => status === 'OPEN')
					.map((request) => ({ request, amount })),
			)
			.find(({ request, amount }) => {
				const file = store.contentOf(store.document(request.documentIds[0]!)!);
				return file.toString('latin1').includes(`amount: ${amount})`);
			}),
	);
	await executions.until('reviewed', 'waiting');
	return approval;
}

it('of two calls in one turn only the one runs that was signed', async () => {
	const address = `${scene.n8n.address}/webhook/reviewed?amounts=14,15`;
	expect((await fetch(address, { method: 'POST' })).status).toBe(200);
	const first = await approvalFor(14, 15);
	expect(first.request.title).toBe('Approval: Refund');
	await scene.sandbox.people.sign(first.request.id);
	const other = first.amount === 14 ? 15 : 14;
	const second = await approvalFor(other);
	expect(isRefunded(14) + isRefunded(15)).toBe(0);
	scene.sandbox.people.decline(second.request.id);
	await until(scene.n8n, 'end', () => callsTo('/done?amounts=14,15')[0]);
	expect(isRefunded(first.amount)).toBe(1);
	expect(isRefunded(other)).toBe(0);
});
