/** docs/faults.md: its words from the faults and the operations, its results from a run. */
import type { Endpoint } from '../../../../nodes/shared/http/endpoint';

/** What came of one operation that met one fault. */
export interface Outcome {
	operation: string;
	reads: string;
	sent: number;
	reached: number;
	afterwards: string;
}

/** By fault and operation, the line that stands there. */
export type Results = Map<string, Map<string, string>>;

const HEAD = `# When the way to the service is bad

What a user reads when something goes wrong between n8n and the service, how often the call was sent, how often the
service got it as a whole, and what exists afterwards. Each operation has met each of these faults for as long as it
tried, in n8n's engine, against the sandbox; the fault hits the operation's own call, and what it reads before goes
well. What must not happen twice (creating, uploading, sealing, reminding, adding someone) is sent once, unless no one
can have got it.

This page is written by \`npm run generate\`, which runs the test of the faults for operations that it does not show yet.
After other changes that test writes all results anew: \`UPDATE_FAULTS=1 node scripts/run.mjs jest
test/workflows/matrix/faults\`. Certificates and gigabytes are met by one operation that reads, one that uploads, one that
creates and one that downloads; with \`FAULTS=all\` the test lets all others meet them too, and checks that nothing is sent
twice and reading ends.
`;

const COLUMNS =
	'| Operations | The user reads | Sent | Got | Afterwards |\n| --- | --- | --- | --- | --- |';

const UNKNOWN = 'It may have gone through anyway.';

/** Where to look differs from one operation to the next; a list at the end says it. */
export function withoutPlace(reads: string): { reads: string; look?: string } {
	const at = reads.indexOf(UNKNOWN);
	if (at === -1) return { reads };
	const end = at + UNKNOWN.length;
	return { reads: `${reads.slice(0, end)} *(Where to look)*`, look: reads.slice(end).trim() };
}

/** `looks` has the sentence for each operation whose outcome may be unknown. */
export function writePage(
	kinds: Array<{ title: string; about: string }>,
	results: Results,
	looks: Map<string, string>,
): string {
	const parts = kinds.map(({ title, about }) => {
		const rows = grouped(results.get(title) ?? new Map<string, string>());
		return [`## ${title}`, about, [COLUMNS, ...rows].join('\n')].join('\n\n');
	});
	const sentences = [...looks].map(
		([operation, look]) => [operation, `| ${cell(look)} |`] as const,
	);
	const where = ['| Operations | The sentence |\n| --- | --- |', ...grouped(sentences)].join('\n');
	return `${[HEAD.trimEnd(), ...parts, '## Where to look', where].join('\n\n')}\n`;
}

/** Operations with the same line share it. */
function grouped(lines: Iterable<readonly [operation: string, line: string]>): string[] {
	const operations = new Map<string, string[]>();
	for (const [name, line] of [...lines].sort(([a], [b]) => (a < b ? -1 : 1))) {
		operations.set(line, [...(operations.get(line) ?? []), name]);
	}
	return [...operations].map(([line, names]) => `| ${names.join(', ')} ${line}`);
}

export const lineOf = ({ reads, sent, reached, afterwards }: Omit<Outcome, 'operation'>) =>
	`| ${cell(reads)} | ${sent} | ${reached} | ${afterwards} |`;

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();

/** Every operation meets every fault of the wire, so one is enough to see it. */
export const hasResults = (results: Results, operation: string) =>
	[...results.values()].some((lines) => lines.has(operation));

/** The sentence of the operation's own call, by its name. */
export function lookAfter(
	operation: string,
	{ lostAnswer, ifUnanswered }: Endpoint,
): Array<[string, string]> {
	return lostAnswer && !ifUnanswered ? [[operation, lostAnswer]] : [];
}

export function readPage(page: string): Results {
	const chapters = page.split(/^## /m).slice(1, -1);
	return new Map(
		chapters.map((chapter) => {
			const [title = ''] = chapter.split('\n', 1);
			const rows = [...chapter.matchAll(/^\| (?!Operations|---)(.*?) (\| .*)$/gm)];
			const lines = rows.flatMap(([, operations = '', line = '']) =>
				operations.split(', ').map((operation) => [operation, line] as const),
			);
			return [title, new Map(lines)];
		}),
	);
}
