/** An n8n as a user has it who has installed our package: fetched, and started once before. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIfStale } from '../../../scripts/package/builtPackage.mjs';
import { freePort } from '../../../scripts/n8n/freePort.ts';
import { bringN8n } from '../../../scripts/n8n/n8n.mjs';
import { N8n } from '../../../scripts/n8n/n8nServer.ts';
import { pack } from '../../../scripts/package/pack.mjs';
import { setUpOwner } from './firstOwner.mjs';
import { withoutEditor } from './leftOut.ts';

/** `manifests` as bringN8n() takes it. The caller removes the user folder. */
export async function prepareN8n(manifests) {
	const installed = await installN8n(manifests);
	const env = withoutEditor(installed.command);
	const n8n = new N8n({ ...installed, port: await freePort(), env });
	await n8n.start();
	await setUpOwner(n8n);
	await n8n.stop();
	return installed;
}

/** The same before its first start. */
export async function installN8n(manifests) {
	await buildIfStale();
	// For what comes as an image only, which CI tries.
	const command = process.env.N8N_IMAGE
		? path.resolve('scripts/n8n/inImage.mjs')
		: await bringN8n(manifests);
	const userFolder = mkdtempSync(path.join(tmpdir(), 'esignature-user-'));
	new N8n({ command, userFolder, port: 0 }).install(pack(userFolder).tarball);
	return { command, userFolder };
}
