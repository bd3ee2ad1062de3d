/** Once for all test files. */
import { requireBrowser } from '../../../scripts/browser/browser.mjs';
import { prepareN8n } from './preparedN8n.mjs';

export default async function setUp() {
	await requireBrowser();
	process.env.PREPARED_N8N = JSON.stringify(await prepareN8n());
}
