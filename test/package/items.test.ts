/** How texts for users name items: as n8n's input panel counts them, and by what became of them. */
import { globSync, readFileSync } from 'node:fs';

const sources = globSync('nodes/**/*.ts').map((file) => ({
	file,
	text: readFileSync(file, 'utf8'),
}));

it('no text counts items from 0', () => {
	const fromZero = sources.filter(({ text }) => /\bitems? \$\{[\w.]*index\}/i.test(text));
	expect(fromZero.map(({ file }) => file)).toEqual([]);
});

it('every operation that acts on several items has a word for what it has done', () => {
	const wordless = sources.filter(
		({ file, text }) =>
			file.endsWith('.operation.ts') &&
			!/^export const .+: Operation = \{[^]*\b(parallel: true|parks: true|done: '\w+')/m.test(text),
	);
	expect(wordless.map(({ file }) => file)).toEqual([]);
});
