import { readFileSync } from 'node:fs';
import type { IWorkflowBase } from 'n8n-workflow';
import { startService } from '../../support/service/service';

const { nodes } = JSON.parse(readFileSync('examples/everyone-signs.json', 'utf8')) as IWorkflowBase;

it('the example for several people goes on when all have signed', async () => {
	const { engine, sandbox } = await startService();
	const { parameters } = nodes.find(({ name }) => name === 'Send and Wait')!;
	const form = { title: 'Code of conduct', text: 'I have read it.' };
	const node = {
		type: 'eSignatureRequest',
		// The engine has no node Form.
		parameters: { ...parameters, ...form },
		items: ['ann@example.com', 'bob@example.com'].map((email) => ({ json: { email } })),
	};
	const { run, error } = await engine.run(node);
	expect(error).toBeUndefined();
	const [first, second] = sandbox.store.requests;
	await sandbox.people.sign(first!.id);
	expect(await engine.callBack(node, run, first!.callbacks[0]!.url)).toEqual({ status: 200 });
	await sandbox.people.sign(second!.id);
	const { outputs } = await engine.resume(node, run, second!.callbacks[0]!.url);
	expect(outputs[0]!.map(({ json }) => json.outcome)).toEqual(['signed', 'signed']);
});
