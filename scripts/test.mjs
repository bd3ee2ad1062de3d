/** `npm test`: every check, the quick ones first, where the time went, and one line at the end that counts; or one group of tests. */
import { main } from './setup/command.mjs';
import { requireBrowser } from './browser/browser.mjs';
import { prepare, prepareNode } from './setup/setup.mjs';
import { checksOn } from './test/checks.mjs';
import { runGroup } from './test/testGroups.mjs';
import { bringValidators } from './test/validators.mjs';

const WITHOUT_VALIDATORS =
	'Left out: no other validator has looked at our signatures. Install pdfsig, openssl, certutil, qpdf and mutool (Debian and Ubuntu: apt-get install poppler-utils openssl libnss3-tools qpdf mupdf-tools; macOS: brew install poppler openssl nss qpdf mupdf-tools) to have that checked too.';

await main(async () => {
	const [group, ...words] = process.argv.slice(2);
	if (group) return await runGroup(group, words, await prepare());
	const { tool, script, jest, ...checks } = checksOn(await prepareNode());
	// Only the end-to-end tests wait for it.
	const n8nFetched = script('n8n fetched', 'n8n/bringAhead.mjs');
	// What we wait for at that moment reports an interruption.
	n8nFetched.catch(() => {});
	const [hasValidators] = await Promise.all([bringValidators(), prepare()]);
	await requireBrowser();

	const build = tool('Build', 'gulp', 'build', '--silent');
	const afterBuild = async (next) => {
		// Without a build nothing after it can be trusted.
		if (await build) await next();
	};
	const groups = [
		'unit',
		'sandbox',
		'pages',
		'workflows',
		...(hasValidators ? ['validators'] : []),
	];
	// What waits for a browser, a server or a clock leaves a core to others: six workers keep two busy.
	await Promise.all([
		...checks.static(),
		afterBuild(() => script('Package scan', 'package/scan.mjs')),
		afterBuild(() => jest('Tests', groups, '--maxWorkers', '4')),
		afterBuild(async () => {
			await n8nFetched;
			// Of queue mode what has no faults; the others have separate commands.
			const paths = 'test/(e2e|queue/throughWorkers)';
			await jest('End-to-end tests', ['e2e', 'queue'], paths, '--maxWorkers', '2');
		}),
	]);
	// Also after a broken build, so that our last line is the last: what it brings serves the next run.
	await n8nFetched;
	if (!hasValidators) console.log(`\n${WITHOUT_VALIDATORS}`);
	return checks.end();
});
