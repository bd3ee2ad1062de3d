import { readFileSync } from 'node:fs';
import type { INodeParameters, IWorkflowBase } from 'n8n-workflow';
import { startService } from '../../support/service/service';

const { nodes } = JSON.parse(
	readFileSync('examples/approval-from-text.json', 'utf8'),
) as IWorkflowBase;
const parameters = nodes.find(({ parameters: own }) => own.source === 'text')!
	.parameters as INodeParameters & { operation: string };

it('the example that asks for approval by text sends what was entered and waits', async () => {
	const service = await startService();
	const json = { Subject: 'Chairs', Text: 'I approve 20 chairs.', Email: 'ann@example.com' };
	const { operation } = parameters;
	const { run, error } = await service.request('request', operation, parameters, {
		items: [{ json }],
	});
	expect(error).toBeUndefined();
	expect(run.status).toBe('waiting');
	const [request] = service.sandbox.store.requests;
	expect(request).toMatchObject({
		title: 'Chairs',
		signatures: [{ email: 'ann@example.com' }],
	});
});
