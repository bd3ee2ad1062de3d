/** An n8n as a user has it who has installed our package: fetched, and started once before. */
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIfStale } from '../../../scripts/package/builtPackage.mjs';
import { freePort } from '../../../scripts/n8n/freePort.ts';
import { bringN8n, packagesOf } from '../../../scripts/n8n/n8n.mjs';
import { N8n } from '../../../scripts/n8n/n8nServer.ts';
import { pack } from '../../../scripts/package/pack.mjs';
import { fetchOnce } from '../../../scripts/setup/cache.mjs';
import { setUpOwner } from './firstOwner.mjs';
import { withoutEditor } from './leftOut.ts';

/** `manifests` as bringN8n() takes it. The caller removes the user folder. */
export async function prepareN8n(manifests) {
	const installed = await installN8n(manifests);
	const { command, userFolder } = installed;
	if (process.env.N8N_IMAGE) await startOnce(command, userFolder);
	else cpSync(await startedOnce(command), userFolder, { recursive: true });
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

/** A user folder as n8n's first start leaves it, which takes n8n longer than any later one; the cache keeps it. */
async function startedOnce(command) {
	const installation = path.dirname(packagesOf(command));
	const folder = `${installation}-started`;
	const what = `the first start of ${path.basename(installation)}`;
	await fetchOnce({ folder, what, fill: (unfinished) => startOnce(command, unfinished) });
	return folder;
}

async function startOnce(command, userFolder) {
	const n8n = new N8n({
		command,
		userFolder,
		port: await freePort(),
		env: withoutEditor(command),
	});
	await n8n.start();
	await setUpOwner(n8n);
	await n8n.stop();
}
