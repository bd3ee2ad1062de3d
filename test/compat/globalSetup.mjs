/** Every older n8n for which there is a lock file. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { prepareN8n } from '../e2e/support/preparedN8n.mjs';

const folder = path.resolve('scripts/n8n/older');

export default async function setUp() {
	const versions = [];
	for (const version of readdirSync(folder)) {
		versions.push({ version, ...(await prepareN8n(path.join(folder, version))) });
	}
	process.env.OLDER_N8N = JSON.stringify(versions);
}
