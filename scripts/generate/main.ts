/**
 * `npm run generate`: rewrites what follows from the operations. With `--check` it writes nothing, names what is
 * stale and ends with 1.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { NOTES, pictureNotes as earlierNotes } from '../browser/stalePictures.mjs';
import { fontModule } from './font.ts';
import { formatted } from './formatted.ts';
import { llmsText } from './llms.ts';
import { load } from './load.ts';
import { formsPage, pictureNotes } from './pictures.ts';
import { pinnedN8n } from './pinnedN8n.ts';
import { registrations } from './registration.ts';
import { repositoryAddresses } from './repository.ts';
import { operationsTable, refusalsTables, signersTable } from './tables.ts';

const BEGIN = '<!-- Written by `npm run generate` from the operations: -->';
const END = '<!-- Until here. -->';
const isCheck = process.argv.includes('--check');
const stale: string[] = [];

await put(repositoryAddresses());
await put(pinnedN8n());
await put(registrations());
await put(fontModule());
// The pages are read off what is registered.
if (!isCheck || stale.length === 0) await putPages();
if (isCheck && stale.length > 0) {
	console.error(`Stale: ${stale.join(', ')}. Run: npm run generate`);
	process.exitCode = 1;
}

async function putPages(): Promise<void> {
	const loaded = await load();
	const { operations, problemTable, localProblems, isDeclaredDescribed } = loaded;
	const problems = [...problemTable, ...Object.values(localProblems)];
	const calls = operations.flatMap(({ operation }) => operation.endpoints);
	const undescribed = calls
		.filter((call) => !isDeclaredDescribed(call))
		.map(({ method, path }) => `${method} ${path}`);
	await put(
		new Map([
			['docs/operations.md', withSection('docs/operations.md', operationsTable(operations))],
			['docs/errors.md', withSection('docs/errors.md', refusalsTables(operations, problems))],
			['docs/sending.md', withSection('docs/sending.md', signersTable(loaded))],
			['docs/forms.md', formsPage(loaded)],
			['docs/llms.txt', llmsText(operations)],
			[NOTES, JSON.stringify(pictureNotes(loaded, earlierNotes()), null, '\t')],
			['test/wire/undescribed.json', JSON.stringify([...new Set(undescribed)])],
		]),
	);
}

async function put(files: Map<string, string>): Promise<void> {
	for (const [file, text] of files) {
		const written = file.endsWith('.txt') ? text : await formatted(file, text);
		if (existsSync(file) && readFileSync(file, 'utf8') === written) continue;
		stale.push(file);
		if (!isCheck) writeFileSync(file, written);
	}
}

/** A page whose part between the two comments is this one. */
function withSection(file: string, text: string): string {
	const [before = '', rest = ''] = readFileSync(file, 'utf8').split(BEGIN);
	const [, after = ''] = rest.split(END);
	return [before, BEGIN, '\n\n', text, '\n\n', END, after].join('');
}
