/** Once for all test files. */
import { requireBrowser } from '../../../scripts/browser/browser.mjs';
import { prepareN8n } from './preparedN8n.mjs';
import { startShared } from './sharedN8n.mjs';

export default async function setUp(_global, { displayName }) {
	await requireBrowser();
	const prepared = await prepareN8n();
	process.env.PREPARED_N8N = JSON.stringify(prepared);
	// What kills n8n at random has a separate one.
	if (displayName.name === 'e2e') {
		process.env.SHARED_N8N = JSON.stringify(await startShared(prepared));
	}
}
