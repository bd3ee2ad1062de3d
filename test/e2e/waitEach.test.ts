/** What docs/waiting.md says for requests that are to continue separately. */
import type { Workflow } from '../../scripts/n8n/n8nServer.ts';
import { startReceiver, type Receiver } from '../sandbox/receiver.ts';
import { signInto } from './support/executions.ts';
import { readWorkflow, startScene, type Scene } from './support/scene.ts';
import { until } from './support/until.ts';

const PEOPLE = ['ann@example.com', 'bob@example.com'] as const;

let scene: Scene;
let receiver: Receiver;

const to = (...nodes: Array<string | undefined>) => ({
	main: nodes.map((node) => (node === undefined ? [] : [{ node, type: 'main', index: 0 }])),
});

const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
	...{ id: name, name, type: `n8n-nodes-base.${type}`, typeVersion, position: [0, 0], parameters },
});

interface Parts {
	nodes: Array<{ name: string; parameters: object }>;
}

/** The same node of the workflow that other tests use. */
function nodeOf(name: string, parameters: object = {}) {
	const { nodes } = readWorkflow('send-and-wait') as unknown as Parts;
	const found = nodes.find((one) => one.name === name)!;
	return { ...found, parameters: { ...found.parameters, ...parameters } };
}

function separate(): Workflow {
	const request = {
		source: 'text',
		title: "={{ 'For ' + $json.person }}",
		text: 'I agree.',
		signersJson: '={{ JSON.stringify([{ email: $json.person }]) }}',
		downloadDocuments: false,
		limitAmount: 60,
	};
	const started = node('Started', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' });
	const url = `${receiver.address}/ended`;
	return {
		...readWorkflow('send-and-wait'),
		...{ id: 'wait-separately', name: 'wait-separately' },
		nodes: [started, nodeOf('Send and Wait', request), nodeOf('Pass On', { url })],
		connections: { Started: to('Send and Wait'), 'Send and Wait': to('Pass On') },
	} as unknown as Workflow;
}

function looping(): Workflow {
	const workflowId = { __rl: true, mode: 'id', value: 'wait-separately' };
	const people = PEOPLE.map((person) => ({ person }));
	return {
		...readWorkflow('send-and-wait'),
		...{ id: 'wait-each', name: 'wait-each' },
		nodes: [
			nodeOf('Webhook', { path: 'wait-each' }),
			node('People', 'set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ people }) }),
			node('Each', 'splitOut', 1, { fieldToSplitOut: 'people', options: {} }),
			node('Loop', 'splitInBatches', 3, { batchSize: 1, options: {} }),
			node('Call', 'executeWorkflow', 1.2, {
				workflowId,
				mode: 'once',
				options: { waitForSubWorkflow: false },
			}),
		],
		connections: {
			Webhook: to('People'),
			People: to('Each'),
			Each: to('Loop'),
			Loop: to(undefined, 'Call'),
			Call: to('Loop'),
		},
	} as unknown as Workflow;
}

beforeAll(async () => {
	receiver = await startReceiver();
	scene = await startScene({ workflows: [separate(), looping()] });
	await scene.n8n.untilListening('wait-each');
});

afterAll(async () => {
	await scene?.close();
	await receiver?.close();
});

it('each request waits in an execution of its own, and the last may end first', async () => {
	const { n8n, sandbox } = scene;
	await fetch(`${n8n.address}/webhook/wait-each`, { method: 'POST' });
	const executions = await signInto(n8n);
	await until(n8n, 'two waiting executions', async () => {
		const all = await executions.list('wait-separately');
		return all.filter(({ status }) => status === 'waiting').length === PEOPLE.length || undefined;
	});
	const requestOf = (person: string) =>
		sandbox.store.requests.find(({ title }) => title === `For ${person}`)!.id;
	const ended = () => receiver.received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
	for (const person of [...PEOPLE].reverse()) {
		await sandbox.people.sign(requestOf(person));
		await until(n8n, `end for ${person}`, () => ended().includes(requestOf(person)) || undefined);
	}
	expect(ended()).toEqual([...PEOPLE].reverse().map(requestOf));
});
