import type { IDataObject, INode, IRunExecutionData } from 'n8n-workflow';
import { readExample } from '../../support/engine/example';
import { startService } from '../../support/service/service';

const { nodes, connections, parametersOf, evaluate } = readExample('queue/pick-up-crashed-waits');

/** Those between the trigger and the decision, as far as the decision looks at them. */
const CHAIN = ['Ended Requests', 'Settings', 'Until It Should Have Gone On', 'Get the Execution'];
const SWITCH = 'What Became of It';
const HOURS = { hours: 1, hoursWhileWaiting: 24 };

interface Look {
	requestId: string;
	/** As n8n's own interface answers. */
	execution: IDataObject;
	/** What the look before has seen. */
	before?: string;
}

/** Expressions of a node that gets the execution. */
async function evaluated(
	nodeName: string,
	parameters: string[],
	{ requestId, execution, before }: Look,
): Promise<unknown[]> {
	const request = { id: requestId, status: 'SIGNED' };
	const outputs: IDataObject[] = [
		request,
		{ ...request, ...HOURS },
		{ id: requestId, executionStatus: before },
		execution,
	];
	const ran = CHAIN.map((name, index) => ({
		name,
		items: [{ json: outputs[index]!, pairedItem: { item: 0 } }],
		after: CHAIN[index - 1],
	}));
	return await evaluate(nodeName, parameters, ran);
}

interface Rule {
	outputKey: string;
	conditions: { conditions: Array<{ leftValue: string }> };
}

/** The output that an execution takes: the first whose condition is true. */
async function decide(look: Look): Promise<string | undefined> {
	const { rules } = parametersOf(SWITCH) as unknown as { rules: { values: Rule[] } };
	const conditions = rules.values.map((rule) => rule.conditions.conditions[0]!.leftValue);
	const values = await evaluated(SWITCH, conditions, look);
	for (const value of values) expect(typeof value).toBe('boolean');
	return rules.values[values.indexOf(true)]?.outputKey;
}

/** An execution that waits for two requests. */
async function waitForTwo(
	settings?: Partial<INode>,
): Promise<{ ids: string[]; data: IRunExecutionData }> {
	const { engine, sandbox } = await startService();
	const { run } = await engine.run({
		type: 'eSignatureRequest',
		parameters: {
			...readExample('everyone-signs').parametersOf('Send and Wait'),
			...{ title: 'Two', text: 'Please sign.', failUnlessSigned: settings !== undefined },
		},
		settings,
		items: ['ann@example.com', 'bob@example.com'].map((email) => ({ json: { email } })),
	});
	const ids = sandbox.store.requests.map(({ id }) => id);
	expect(ids).toHaveLength(2);
	return { ids, data: run.data };
}

const withData = { resultData: { runData: { Webhook: [] } } };
const wiped = { resultData: { runData: {} } };

it.each<[string, IDataObject, string | undefined, string | undefined]>([
	['crashed', { status: 'crashed', data: withData }, undefined, 'Crashed'],
	['error with its data wiped', { status: 'error', data: wiped }, undefined, 'Crashed'],
	['error without any data', { status: 'error' }, undefined, 'Crashed'],
	['error of its own', { status: 'error', data: withData }, undefined, undefined],
	['running at the first look', { status: 'running' }, undefined, 'Running'],
	['running, and waiting before', { status: 'running' }, 'waiting', 'Running'],
	['running, and running before', { status: 'running' }, 'running', 'Crashed'],
	['success', { status: 'success', data: withData }, undefined, undefined],
	['success, and running before', { status: 'success', data: withData }, 'running', undefined],
	['canceled', { status: 'canceled', data: withData }, undefined, undefined],
])(
	'the example for crashed waits takes "%s" as it should',
	async (_, execution, before, output) => {
		expect(await decide({ requestId: 'one', execution, before })).toBe(output);
	},
);

it.each([
	['', undefined],
	[', also with an error output', { onError: 'continueErrorOutput' } as const],
])(
	'the example for crashed waits looks again while the execution waits for a request%s',
	async (_, settings) => {
		const { ids, data } = await waitForTwo(settings);
		const execution = JSON.parse(JSON.stringify({ status: 'waiting', data })) as IDataObject;
		for (const requestId of ids) expect(await decide({ requestId, execution })).toBe('Waiting');
		// It has gone on, and waits elsewhere or for the next requests of a loop.
		expect(await decide({ requestId: 'of an earlier wait', execution })).toBeUndefined();
		// Without details it is better to look again.
		expect(await decide({ requestId: ids[0]!, execution: { status: 'waiting' } })).toBe('Waiting');
	},
);

it.each([
	['waiting', 24],
	['running', 1],
])(
	'the example for crashed waits looks at a %s execution again after %d h',
	async (status, hours) => {
		const { assignments } = parametersOf('Look Again Later').assignments as unknown as {
			assignments: Array<{ value: string }>;
		};
		const look = { requestId: 'one', execution: { status } };
		const values = assignments.map(({ value }) => value);
		expect(await evaluated('Look Again Later', values, look)).toEqual(['one', status, hours]);
	},
);

it('the example for crashed waits reads what goes on before it waits, and every other look leads back', () => {
	const targets = connections[SWITCH]?.main?.map((output) => output?.[0]?.node);
	expect(targets).toEqual(['Read the Request', 'Look Again Later', 'Look Again Later']);
	expect(connections['Look Again Later']?.main?.[0]?.[0]?.node).toBe(CHAIN[2]);
	// n8n runs the upper node first.
	const height = (nodeName: string) => nodes.find(({ name }) => name === nodeName)!.position[1];
	expect(height('Read the Request')).toBeLessThan(height('Look Again Later'));
	expect(parametersOf('Settings')).toMatchObject({
		assignments: {
			assignments: Object.entries(HOURS).map(([name, value]) => ({ name, value })),
		},
	});
});
