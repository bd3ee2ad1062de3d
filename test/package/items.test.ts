/** What operations say to users: items as n8n counts them, what was done, and how to look when the outcome is unknown. */
import { globSync, readFileSync } from 'node:fs';
import { isRead } from '../../nodes/shared/client/call';
import { endpoints, operationFiles } from '../support/operations/operations.ts';

const sources = globSync('nodes/**/*.ts').map((file) => ({
	file,
	text: readFileSync(file, 'utf8'),
}));

it('no text counts items from 0', () => {
	const fromZero = sources.filter(({ text }) => /\bitems? \$\{[\w.]*index\}/i.test(text));
	expect(fromZero.map(({ file }) => file)).toEqual([]);
});

it('every operation that acts on several items has a word for what it has done', () => {
	const wordless = operationFiles.filter(
		({ operation: { endpoints: calls, done } }) => !calls.every(isRead) && !done,
	);
	expect(wordless.map(({ file }) => `Add done to ${file}`)).toEqual([]);
});

it('every call that acts says how to find out whether it was carried out', () => {
	const silent = endpoints.filter((call) => !isRead(call) && !call.howToCheck?.endsWith('.'));
	const calls = silent.map(({ method, path }) => `${method} ${path}`);
	expect(calls.map((call) => `Add howToCheck, a whole sentence, to ${call}`)).toEqual([]);
});
