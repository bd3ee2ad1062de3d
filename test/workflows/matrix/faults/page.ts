/** docs/faults.md: written from what was seen, and read back to be held against it. */

/** What came of one operation that met one fault. */
export interface Outcome {
	operation: string;
	reads: string;
	sent: number;
	reached: number;
	afterwards: string;
}

export interface Chapter {
	title: string;
	about: string;
	outcomes: Outcome[];
}

const HEAD = `# When the way to the service is bad

What a user reads when something goes wrong between n8n and the service, how often the call was sent, how often the
service got it as a whole, and what exists afterwards. Each operation has met each of these faults for as long as it
tried, in n8n's engine, against the sandbox; the fault hits the operation's own call, and what it reads before goes
well. What must not happen twice (creating, uploading, sealing, reminding, adding somebody) is sent once, unless nobody
can have got it.

This page is written by a test, which also checks it. After a change:
\`UPDATE_FAULTS=1 node scripts/run.mjs jest test/workflows/matrix/faults\`. Certificates and gigabytes
are met by one operation that reads, one that uploads, one that creates and one that downloads; with \`FAULTS=all\` the
test lets all others meet them too, and checks that nothing is sent twice and reading ends.
`;

const COLUMNS =
	'| Operations | The user reads | Sent | Got | Afterwards |\n| --- | --- | --- | --- | --- |';

const DOUBT = 'It may have gone through anyway.';

/** Where to look differs from one operation to the next; a list at the end says it. */
export function withoutPlace(reads: string): { reads: string; look?: string } {
	const at = reads.indexOf(DOUBT);
	if (at === -1) return { reads };
	const end = at + DOUBT.length;
	return { reads: `${reads.slice(0, end)} *(Where to look)*`, look: reads.slice(end).trim() };
}

export function writePage(chapters: Chapter[], looks: Map<string, string>): string {
	const parts = chapters.map(({ title, about, outcomes }) =>
		[`## ${title}`, about, [COLUMNS, ...groups(outcomes)].join('\n')].join('\n\n'),
	);
	const where = [...grouped([...looks].map(([operation, look]) => [look, operation] as const))].map(
		([look, operations]) => `| ${operations.join(', ')} | ${cell(look)} |`,
	);
	const last = [
		'## Where to look',
		['| Operations | The sentence |\n| --- | --- |', ...where].join('\n'),
	];
	return `${[HEAD.trimEnd(), ...parts, ...last].join('\n\n')}\n`;
}

/** Operations that answer alike share a line. */
function groups(outcomes: Outcome[]): string[] {
	const lines = outcomes.map((one) => [lineOf(one), one.operation] as const);
	return [...grouped(lines)].map(([line, operations]) => `| ${operations.join(', ')} ${line}`);
}

function grouped(pairs: Array<readonly [string, string]>): Map<string, string[]> {
	const found = new Map<string, string[]>();
	for (const [line, name] of pairs) found.set(line, [...(found.get(line) ?? []), name]);
	return found;
}

export const lineOf = ({ reads, sent, reached, afterwards }: Omit<Outcome, 'operation'>) =>
	`| ${cell(reads)} | ${sent} | ${reached} | ${afterwards} |`;

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();

/** By fault and operation, the line that stands there. */
export function readPage(page: string): Map<string, Map<string, string>> {
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
