import { expectRoundTrip } from '../support/roundTrip.ts';
import type { Scene } from '../support/scene.ts';

/** Where n8n's server has ended. */
export function commandLine(scene: () => Scene) {
	it('a large PDF comes back byte for byte with binary data in the database', async () => {
		const { n8n, sandbox } = scene();
		sandbox.faults.clear();
		const env = { N8N_DEFAULT_BINARY_DATA_MODE: 'database' };
		const run = async (id: string) => await n8n.execute(id, env);
		await expectRoundTrip(scene(), { mode: 'database', run });
	});
}
