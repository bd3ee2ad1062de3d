import { readFileSync } from 'node:fs';
import type { INodeParameters, IWorkflowBase } from 'n8n-workflow';
import { setStage } from '../../support/service/triggerStage';

const EXAMPLES = ['deliver-missed-callbacks', 'alert-undelivered-callbacks'];

function parametersIn(example: string): (name: string) => INodeParameters {
	const text = readFileSync(`examples/${example}.json`, 'utf8');
	const { nodes } = JSON.parse(text) as IWorkflowBase;
	return (name) => nodes.find((node) => node.name === name)!.parameters;
}

describe.each(EXAMPLES)('the example %s', (example) => {
	const parametersOf = parametersIn(example);

	it('finds what has ended and delivers what was missed; n8n filters and sorts in between', async () => {
		const stage = await setStage();
		const [missed, handled, declined] = [
			await stage.create(),
			await stage.create(),
			await stage.create(),
		];
		await stage.create();
		const { faults, people } = stage.sandbox;
		await people.sign(handled);
		await stage.sandbox.settled();
		faults.add({ path: '/signature-requests/{id}', status: 503 });
		await people.sign(missed);
		people.decline(declined);
		await stage.sandbox.settled();
		faults.clear();

		const { jsonOutput } = parametersOf('States of Ended Requests');
		const { status } = JSON.parse(jsonOutput as string) as { status: string[] };
		const listed = await stage.request('request', 'getMany', parametersOf('Get Ended Requests'), {
			items: status.map((one) => ({ json: { status: one } })),
		});
		const requests = listed.outputs[0]!.map(({ json }) => json);
		expect(requests.map(({ id }) => id).sort()).toEqual([missed, handled, declined].sort());
		for (const { updated_at } of requests) expect(Date.parse(updated_at as string)).not.toBeNaN();

		const { outputs, error } = await stage.request(
			'request',
			'repeatCallback',
			parametersOf('Repeat Callback'),
			{ items: requests.map((json) => ({ json })) },
		);
		expect(error).toBeUndefined();
		const results = outputs[0]!.map(({ json }) => [json.id, json.result]);
		expect(Object.fromEntries(results)).toEqual({
			[missed]: 'delivered',
			[declined]: 'delivered',
			[handled]: 'alreadyHandled',
		});
		expect(stage.trigger.started).toHaveLength(3);
	});

	it('replays no more than a trigger remembers, with three updates for each request', () => {
		expect(Number(parametersOf('500 at Most').maxItems) * 4).toBeLessThanOrEqual(2_000);
	});
});
