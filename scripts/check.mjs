/** `npm run check`: the quick answers while one works. Types, lint, format, unit tests, and the matrix of the changed operations. */
import { execFileSync } from 'node:child_process';
import { main } from './setup/command.mjs';
import { prepare, root } from './setup/setup.mjs';
import { checksOn } from './test/checks.mjs';

await main(async () => {
	const { jest, ...checks } = checksOn(await prepare());
	const operations = changedOperations();
	await Promise.all([
		...checks.static(),
		jest('Unit tests', ['unit'], '--maxWorkers', '2'),
		...(operations.length > 0 ? [matrixOf(operations, jest)] : []),
	]);
	return checks.end();
});

function matrixOf(operations, jest) {
	console.log(`Changed: ${operations.join(', ')}`);
	const titles = `(${operations.join('|')}) `;
	return jest('Matrix', ['workflows'], 'test/workflows/matrix', '-t', titles, '--maxWorkers', '1');
}

/** As the matrix calls them, such as "request create"; since the last commit that the main branch has. */
function changedOperations() {
	const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
	let since = 'HEAD';
	try {
		since = git('merge-base', 'HEAD', 'origin/main');
	} catch {
		// There is no such branch in this clone.
	}
	const files = [
		git('diff', '--name-only', since),
		git('ls-files', '--others', '--exclude-standard'),
	];
	const found = [...files.join('\n').matchAll(/^nodes\/ESignature\w+\/(\w+)\/(\w+)[/.]/gm)];
	return [...new Set(found.map(([, resource, operation]) => `${resource} ${operation}`))];
}
