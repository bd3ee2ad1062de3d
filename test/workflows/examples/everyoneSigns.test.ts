import { readFileSync } from 'node:fs';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import type {
	INodeExecutionData,
	INodeTypes,
	IRunData,
	IWorkflowBase,
	NodeParameterValue,
} from 'n8n-workflow';
import { startService } from '../../support/service/service';

const { nodes, connections } = JSON.parse(
	readFileSync('examples/everyone-signs.json', 'utf8'),
) as IWorkflowBase;

const PEOPLE = 'One Item per Person';
const WAIT = 'Send and Wait';
const REPORT = 'Say What Happened';

/** What the node makes of each item, by n8n's own expressions; the node itself is n8n's, and not here. */
async function reported(people: INodeExecutionData[], ended: INodeExecutionData[]) {
	const none = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes, connections, active: false, nodeTypes: none });
	const times = { startTime: 0, executionTime: 0 };
	const source = [{ previousNode: PEOPLE, previousNodeRun: 0 }];
	const runData: IRunData = {
		[PEOPLE]: [{ ...times, executionIndex: 0, source: [], data: { main: [people] } }],
		[WAIT]: [{ ...times, executionIndex: 1, source, data: { main: [ended] } }],
	};
	const node = workflow.getNode(REPORT)!;
	await workflow.expression.acquireIsolate();
	return ended.map((_, itemIndex) =>
		workflow.expression.getParameterValue(
			node.parameters.jsonOutput as NodeParameterValue,
			createRunExecutionData({ resultData: { runData } }),
			0,
			itemIndex,
			REPORT,
			ended,
			'manual',
			{},
			{ data: { main: [ended] }, node, source: { main: [{ previousNode: WAIT }] } },
		),
	);
}

it('the example for several people reports on all, with the fields of their items', async () => {
	const { engine, sandbox } = await startService();
	const { parameters } = nodes.find(({ name }) => name === WAIT)!;
	const people = ['ann', 'bob'].map((name) => ({
		json: { email: `${name}@example.com`, department: `of ${name}` },
	}));
	const form = { title: 'Code of conduct', text: 'I have read it.' };
	const node = {
		type: 'eSignatureRequest',
		// The engine has no node Form.
		parameters: { ...parameters, ...form },
		items: people,
	};
	const { run, error } = await engine.run(node);
	expect(error).toBeUndefined();
	const [first, second] = sandbox.store.requests;
	await sandbox.people.sign(first!.id);
	expect(await engine.callBack(node, run, first!.callbacks[0]!.url)).toEqual({ status: 200 });
	sandbox.people.decline(second!.id);
	const { outputs } = await engine.resume(node, run, second!.callbacks[0]!.url);
	expect(await reported(people, outputs[0]!)).toEqual([
		{ ...people[0]!.json, outcome: 'signed', request: first!.id },
		{ ...people[1]!.json, outcome: 'declined', request: second!.id },
	]);
});
