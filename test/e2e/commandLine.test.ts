/** n8n's command line, which starts n8n for each command. */
import { expectRoundTrip } from './support/roundTrip.ts';
import { openScene, readWorkflow } from './support/scene.ts';
import type { Scene } from './support/scene.ts';

let scene: Scene;

beforeAll(async () => {
	const workflows = [readWorkflow('file-round-trip')];
	scene = await openScene({ workflows, env: { N8N_DEFAULT_BINARY_DATA_MODE: 'database' } });
});

afterAll(async () => await scene?.close());

it('a large PDF comes back from the service byte for byte, with binary data in the database', async () => {
	await expectRoundTrip(scene, {
		mode: 'database',
		run: async (workflowId) => await scene.n8n.execute(workflowId),
	});
});
