/** What runs in queue mode besides the workflows that one n8n runs too. */
import { readFileSync } from 'node:fs';
import type { Workflow } from '../../../scripts/n8n/n8nServer.ts';
import { everySecond, workflowOf, type Node } from '../../e2e/support/workflows.ts';
import { readWorkflow } from '../../e2e/support/scene.ts';

const ONCE = 'examples/queue/run-once-for-each-event.json';
const CRASHED = 'examples/queue/pick-up-crashed-waits.json';

export const oncePath = 'e-signature-once';

/** The example; what starts, and what gets past it, is passed on. */
export function onceTo(receiver: string): Workflow {
	const { nodes } = JSON.parse(readFileSync(ONCE, 'utf8')) as { nodes: Node[] };
	const [, trigger, count, first] = nodes as [Node, Node, Node, Node];
	const passOn = (name: string) =>
		passOnTo(receiver, name, `={{ JSON.stringify($('${trigger.name}').item.json) }}`);
	// What the receiver answers with has no event id any more.
	const key = `=esignature-event-{{ $('${trigger.name}').item.json.eventId }}`;
	const counting = { ...count, parameters: { ...count.parameters, key } };
	return workflowOf('once', [[trigger, passOn('started'), counting, first, passOn('once')]]);
}

/** By the path under which they are called here. */
const calledExamples = {
	deliver: { file: 'deliver-missed-callbacks', last: 'Summary' },
	alert: { file: 'alert-undelivered-callbacks', last: 'One List' },
};
export type ExampleHook = keyof typeof calledExamples;
export const exampleHooks = Object.keys(calledExamples) as ExampleHook[];

/** An example that a call starts instead of the clock; what its last node puts out is passed on. */
export function exampleCalledAs(hook: ExampleHook, receiver: string): Workflow {
	const { file, last } = calledExamples[hook];
	const text = readFileSync(`examples/${file}.json`, 'utf8');
	const { nodes, connections } = JSON.parse(text) as { nodes: Node[]; connections: object };
	const passOn = passOnTo(receiver, hook, '={{ JSON.stringify($json) }}');
	const kept = nodes
		.filter(({ type }) => type !== 'n8n-nodes-base.emailSend')
		.map((node) => {
			const { id, name, type } = node;
			if (type === 'n8n-nodes-base.scheduleTrigger') return { ...calledAs(hook), id, name };
			// For waits there is no bound: n8n itself knows which have gone on.
			if (type === 'n8n-nodes-base.limit') return { ...node, parameters: { maxItems: 100_000 } };
			return node;
		});
	return {
		...{ id: hook, name: hook, nodes: [...kept, passOn], settings: { executionOrder: 'v1' } },
		connections: { ...connections, [last]: { main: [[{ node: hook, type: 'main', index: 0 }]] } },
	} as Workflow;
}

function passOnTo(receiver: string, name: string, jsonBody: string): Node {
	return {
		id: name,
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [900, 0],
		parameters: {
			...{ method: 'POST', url: `${receiver}/${name}`, sendBody: true, specifyBody: 'json' },
			...{ jsonBody, options: {} },
		},
	};
}

/** The example, set to seconds; the signed PDF goes into a folder, under the id of its request. */
export function crashedWaitsTo(folder: string, secondsWhileWaiting: number): Workflow {
	const example = JSON.parse(readFileSync(CRASHED, 'utf8')) as Workflow;
	const seconds = (name: string, value: number) => ({
		...{ id: name, name, type: 'number', value: value / 3600 },
	});
	const assignments = [seconds('hours', 1), seconds('hoursWhileWaiting', secondsWhileWaiting)];
	const changes: Record<string, object> = {
		'Ended Requests': { pollTimes: everySecond },
		Settings: { assignments: { assignments } },
		'Store the Signed PDF': {
			fileName: `=${folder}/{{ $('Read the Request').item.json.id }}.pdf`,
		},
	};
	const nodes = (example.nodes as Node[]).map((node) => ({
		...node,
		parameters: { ...node.parameters, ...changes[node.name] },
	}));
	return { ...example, nodes };
}

/** Reads a file, takes it to the service and back, and writes it; started by a call. */
export function roundTrip(): Workflow {
	const [, ...rest] = readWorkflow('file-round-trip').nodes as Node[];
	return workflowOf('round-trip', [[calledAs('round-trip'), ...rest]]);
}

function calledAs(path: string): Node {
	return {
		id: path,
		name: path,
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 0],
		webhookId: crypto.randomUUID(),
		parameters: { httpMethod: 'POST', path, options: {} },
	};
}
