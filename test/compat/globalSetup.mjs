/** Every n8n for which there is a manifest in scripts/n8n, or those of them that N8N_VERSIONS names. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { requireBrowser } from '../../scripts/browser/browser.mjs';
import { prepareN8n } from '../e2e/support/preparedN8n.mjs';

const newest = path.resolve('scripts/n8n/newest');
const older = path.resolve('scripts/n8n/older');

export default async function setUp() {
	await requireBrowser();
	const prepared = [];
	for (const { version, manifests } of chosen()) {
		prepared.push({ version, ...(await prepareN8n(manifests)) });
	}
	process.env.PREPARED_VERSIONS = JSON.stringify(prepared);
	// The tests of the editor, which know one n8n only, get the newest.
	process.env.PREPARED_N8N = JSON.stringify(prepared.at(-1));
}

/** The oldest first. */
function chosen() {
	const folders = [newest, ...readdirSync(older).map((name) => path.join(older, name))];
	const all = folders.map((manifests) => ({ version: versionIn(manifests), manifests }));
	all.sort((one, other) => one.version.localeCompare(other.version, 'en', { numeric: true }));
	const wanted = process.env.N8N_VERSIONS?.split(',');
	const found = all.filter(({ version }) => !wanted || wanted.includes(version));
	if (found.length > 0) return found;
	const known = all.map(({ version }) => version).join(', ');
	throw new Error(`N8N_VERSIONS names none of those that there are: ${known}.`);
}

function versionIn(manifests) {
	const manifest = JSON.parse(readFileSync(path.join(manifests, 'package.json'), 'utf8'));
	return manifest.dependencies.n8n;
}
