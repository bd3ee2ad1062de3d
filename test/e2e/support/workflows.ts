/** Triggers, waiting nodes, and what creates requests for them; each run passes on what it was given. */
import { smallPdf } from '../../support/files/pdf.ts';
import { readWorkflow } from './scene.ts';
import type { N8n, Workflow } from '../../../scripts/n8n/n8nServer.ts';

/** Webhook triggers. Two of them share a workflow, and with it what n8n keeps for it. */
export const places = ['first', 'second', 'alone', 'typed'] as const;
export type Place = (typeof places)[number];

export const pathOf = (place: Place) => `e-signature/${place}`;

export const versions = ['v1', 'v2', 'v3'] as const;
export type Version = (typeof versions)[number];

/** Which workflow holds which triggers. */
export const triggerWorkflows: Record<string, Place[]> = {
	'two-triggers': ['first', 'second'],
	'one-trigger': ['alone'],
	'typed-trigger': ['typed'],
};

export interface Node {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	webhookId?: string;
	parameters: Record<string, unknown>;
}

export const hooks = [
	...places.map(pathOf),
	...versions.map((version) => `create-${version}`),
	...['wait-v2', 'wait-v3', 'wait-many'],
];

/** What one call of `wait-many` sends, by titles; one execution waits for all of them. */
export const partsOf = (title: string) => [1, 2, 3].map((part) => `${title} part ${part}`);
export const wholeOf = (title: string) => title.replace(/ part \d$/, '');

/** Which execution waits for a request. */
export function waitingRunOf(request: { callbackUrls: { success?: string } }): string | undefined {
	return /\/webhook-waiting\/(\d+)\//.exec(request.callbackUrls.success ?? '')?.[1];
}

/** Has a workflow create a request for a PDF. */
export async function callWorkflow(
	{ address }: Pick<N8n, 'address'>,
	hook: string,
	query: Record<string, string>,
): Promise<Response> {
	return await fetch(`${address}/webhook/${hook}?${new URLSearchParams(query).toString()}`, {
		method: 'POST',
		headers: { 'content-type': 'application/pdf' },
		body: Uint8Array.from(smallPdf),
	});
}

/** `watch` is what the polling trigger is set to, where it is not as usual. */
export function workflowsTo(receiver: string, { watch = {} }: { watch?: object } = {}): Workflow[] {
	const passOn = (name: string): Node => ({
		id: `pass-${name}`,
		name: `Pass On ${name}`,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [400, 0],
		parameters: {
			method: 'POST',
			url: `${receiver}/${name}`,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ JSON.stringify($json) }}',
			options: {},
		},
	});
	const trigger = (place: Place): Node[] => [
		{
			id: place,
			name: place,
			type: 'n8n-nodes-esignature.eSignatureRequestTrigger',
			typeVersion: 1,
			position: [0, 0],
			webhookId: crypto.randomUUID(),
			parameters: {
				path: pathOf(place),
				events: ['success', 'update', 'error'],
				downloadDocuments: place === 'alone',
				options: { acceptWithoutProof: place === 'typed' },
			},
		},
		passOn(place),
	];
	return [
		...Object.entries(triggerWorkflows).map(([id, held]) => workflowOf(id, held.map(trigger))),
		workflowOf('create', versions.map(creating)),
		workflowOf('wait', [
			...(['v2', 'v3'] as const).map((version) => [
				...waiting(version),
				passOn(`waiting-${version}`),
			]),
			[...waitingForMany(), passOn('waiting-many')],
		]),
		workflowOf('watch', [[watching(watch), passOn('watch')]]),
	];
}

/** Each list of nodes is a chain. */
export function workflowOf(id: string, chains: Node[][]): Workflow {
	const connections = Object.fromEntries(
		chains.flatMap((chain) =>
			chain
				.slice(1)
				.map(({ name }, index) => [
					chain[index]!.name,
					{ main: [[{ node: name, type: 'main', index: 0 }]] },
				]),
		),
	);
	const settings = { executionOrder: 'v1' };
	return { id, name: id, nodes: chains.flat(), connections, settings } as Workflow;
}

function nodesOf(file: string): Node[] {
	return readWorkflow(file).nodes as Node[];
}

function hook(from: Node, path: string): Node {
	const parameters = { ...from.parameters, path };
	return { ...from, id: path, name: path, webhookId: crypto.randomUUID(), parameters };
}

/** What v3 alone knows. */
const laterOptions = {
	moreDocumentIds: "={{ $json.query.more ?? '' }}",
	expiresAt: "={{ $json.query.expires ?? '' }}",
};

function creating(version: Version): Node[] {
	const [webhook, create] = nodesOf('create-for-trigger');
	const parameters = {
		...create!.parameters,
		apiVersion: version,
		title: '={{ $json.query.title }}',
		options: version === 'v3' ? laterOptions : {},
	};
	const name = `Create ${version}`;
	return [hook(webhook!, `create-${version}`), { ...create!, id: name, name, parameters }];
}

function waiting(version: 'v2' | 'v3'): Node[] {
	const [webhook, wait] = nodesOf('send-and-wait');
	const parameters = { ...wait!.parameters, apiVersion: version };
	const name = `Wait ${version}`;
	return [
		hook(webhook!, `wait-${version}`),
		{
			...wait!,
			id: `node-${version}`,
			name,
			parameters: { ...parameters, downloadDocuments: false },
		},
	];
}

/** Three requests in three items, without a file. */
function waitingForMany(): Node[] {
	const [webhook, wait] = nodesOf('send-and-wait');
	const base = (name: string, type: string, typeVersion: number, parameters: object): Node => ({
		...{ id: name, name, type: `n8n-nodes-base.${type}`, typeVersion, position: [100, 0] },
		parameters: { ...parameters, options: {} },
	});
	const titles = '[1, 2, 3].map((part) => `${$json.query.title} part ${part}`)';
	const name = 'Wait for Many';
	const parameters = {
		...wait!.parameters,
		source: 'text',
		text: 'Please sign.',
		title: '={{ $json.title }}',
		signersJson: '={{ JSON.stringify([{ email: $json.signer }]) }}',
		limitAmount: 60,
		downloadDocuments: false,
	};
	return [
		hook(webhook!, 'wait-many'),
		base('Titles', 'set', 3.4, {
			mode: 'raw',
			jsonOutput: `={{ JSON.stringify({ title: ${titles}, signer: $json.query.signers.split(',')[0] }) }}`,
		}),
		base('One Item Each', 'splitOut', 1, { fieldToSplitOut: 'title', include: 'allOtherFields' }),
		{ ...wait!, id: 'node-many', name, parameters },
	];
}

/** n8n refuses a poll every second in one rule, and takes sixty rules. */
export const everySecond = {
	item: Array.from({ length: 60 }, (_, second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	})),
};

function watching(settings: object): Node {
	return {
		id: 'watch',
		name: 'watch',
		type: 'n8n-nodes-esignature.eSignaturePollingTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {
			pollTimes: everySecond,
			apiVersion: 'v2',
			states: ['SIGNED', 'DECLINED', 'WITHDRAWN', 'ERROR'],
			options: {},
			...settings,
		},
	};
}
