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
	expect(filesRunBy(name, word)).toEqual([word]);
});

it.each([
	['test:hostile', 'hostile'],
	['test:kill', 'kill'],
])('npm run %s runs that file alone', (name, file) => {
	expect(filesRunBy(name)).toEqual([file]);
});

function filesRunBy(name: string, ...more: string[]): string[] | null {
	// npm puts further words behind the whole line, which may begin with a build.
	const [command, ...words] = scripts[name]!.split(' && ').at(-1)!.split(' ');
	const listed = execFileSync(command!, [...words, ...more, '--listTests'], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	return listed.toString().match(/[^/\\]+(?=\.test\.ts$)/gm);
}
