import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { readFlags } from '../../../sandbox/flags.ts';
import { ChangeableSettings } from '../../../sandbox/control/settings.operations.ts';

const sandbox = path.join(__dirname, '../../../sandbox');

/** The names that an interface in one of our files has. */
function membersOf(file: string, name: string): string[] {
	const text = readFileSync(path.join(sandbox, file), 'utf8');
	const found = ts
		.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
		.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === name);
	if (!found || !ts.isInterfaceDeclaration(found)) throw new Error(`${file} has no ${name}`);
	return found.members.flatMap((member) => member.name?.getText() ?? []);
}

test('whatever a program can set has a flag or a control call', () => {
	const options = [
		...membersOf('server.ts', 'SandboxOptions'),
		...membersOf('state/settings.ts', 'Settings'),
		...membersOf('state/dialect.ts', 'DialectSettings'),
	];
	const reachable = new Set([
		...Object.keys(readFlags([]) ?? {}),
		...Object.keys(ChangeableSettings.shape),
		// By GET /sandbox/calls.
		'onCall',
		// For tests alone.
		'checksAnswers',
	]);
	expect(options.length).toBeGreaterThan(30);
	expect(options.filter((name) => !reachable.has(name))).toEqual([]);
});
