import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
	scripts: Record<string, string>;
};

it.each([
	['test:unit', 'keyKind'],
	['test:sandbox', 'largeDocuments'],
	['test:pages', 'placement'],
	['test:validators', 'pdfsig'],
	['test:workflows', 'upload.operation'],
	['test:e2e', 'commandLine'],
])('npm run %s %s runs that one file', (name, word) => {
	// npm puts further words behind the whole line, which may begin with a build.
	const [command, ...words] = scripts[name]!.split(' && ').at(-1)!.split(' ');
	const listed = execFileSync(command!, [...words, word, '--listTests'], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	expect(listed.toString().match(/[^/\\]+(?=\.test\.ts$)/gm)).toEqual([word]);
});
