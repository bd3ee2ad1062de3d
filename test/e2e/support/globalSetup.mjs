/** Once for all test files: n8n, our packed package, and a user folder in which n8n has started before. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requireBrowser } from '../../../scripts/browser.mjs';
import { freePort } from '../../../scripts/freePort.ts';
import { bringN8n } from '../../../scripts/n8n.mjs';
import { N8n } from '../../../scripts/n8nServer.ts';
import { pack } from '../../../scripts/pack.mjs';

export default async function prepareN8n() {
	await requireBrowser();
	const command = await bringN8n();
	const folder = mkdtempSync(path.join(tmpdir(), 'esignature-e2e-'));
	const userFolder = path.join(folder, 'user');
	const n8n = new N8n({ command, userFolder, port: await freePort() });
	n8n.install(pack(folder).tarball);
	await n8n.start();
	await n8n.stop();
	process.env.E2E_N8N = JSON.stringify({ command, folder, userFolder });
}
