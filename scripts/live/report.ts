/** What a run has found, as lines to print. */
import { answerDifferences } from '../../test/wire/answers.ts';
import { callDifferences } from '../../test/wire/calls.ts';
import { inWords } from '../../test/wire/difference.ts';
import type { Difference } from '../../test/wire/difference.ts';
import { DIALECTS } from '../../test/wire/schemas.ts';
import type { Dialect } from '../../test/wire/schemas.ts';
import type { Anonymous } from './anonymous.ts';
import type { Exchange } from './recorder.ts';
import type { Note } from './stage.ts';

export interface Finding extends Difference {
	title: string;
	dialect: Dialect;
	/** The method and the path without ids. */
	call: string;
}

/** Every way in which calls and answers depart from a dialect, each one once. */
export function findingsIn(notes: Note[], mask: Anonymous): Finding[] {
	const found = notes.flatMap(({ title, exchanges }) =>
		DIALECTS.flatMap((dialect) =>
			exchanges.flatMap((exchange) =>
				differencesIn(dialect, exchange).map((one) => ({
					...{ title, dialect, ...one },
					call: `${exchange.call.method} ${mask.path(exchange.call.path)}`.replace(
						/<id \d+>/g,
						'{id}',
					),
				})),
			),
		),
	);
	return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

function differencesIn(dialect: Dialect, { call, answer }: Exchange): Difference[] {
	return [
		...callDifferences(dialect, call),
		...(answer
			? answerDifferences(dialect, call, answer)
			: [{ at: 'answer', expected: 'an answer', got: 'a broken connection' }]),
	];
}

export function reportLines(notes: Note[], findings: Finding[], spoken: Dialect): string[] {
	const other = DIALECTS.find((dialect) => dialect !== spoken)!;
	const count = (dialect: Dialect, title?: string) =>
		findings.filter((one) => one.dialect === dialect && (title ?? one.title) === one.title).length;
	const rows = [...groupedByTitle(notes)].map(([title, group]) => [
		title,
		String(group.flatMap(({ exchanges }) => exchanges).length),
		statusesOf(group),
		...DIALECTS.map((dialect) => String(count(dialect, title) || '–')),
		reasonsOf(group),
	]);
	return [
		...columns([['Operation', 'Calls', 'Status', ...DIALECTS, ''], ...rows]),
		...section(
			`Differences from the ${spoken} dialect, which this service speaks`,
			spoken,
			findings,
		),
		...section(`Differences from the ${other} dialect`, other, findings),
		'',
		summary(notes, count(spoken), spoken),
	];
}

/** Every place once, whichever operations came upon it. */
function section(heading: string, dialect: Dialect, findings: Finding[]): string[] {
	const own = findings.filter((one) => one.dialect === dialect);
	const places = new Map(own.map((one) => [`${one.call} ${one.at} ${one.expected}`, one]));
	if (places.size === 0) return [];
	return ['', heading, ...[...places.values()].map((one) => `  ${one.call}: ${inWords(one)}`)];
}

function summary(notes: Note[], differences: number, spoken: Dialect): string {
	const count = (outcome: Note['outcome']) => notes.filter((one) => one.outcome === outcome).length;
	const outcomes = `${count('done')} done, ${count('refused')} refused, ${count('failed')} failed, ${count('left out')} left out`;
	const found = differences === 1 ? '1 difference' : `${differences || 'no'} differences`;
	return `${outcomes}; ${found} from the ${spoken} dialect`;
}

function groupedByTitle(notes: Note[]): Map<string, Note[]> {
	const groups = new Map<string, Note[]>();
	for (const note of notes) groups.set(note.title, [...(groups.get(note.title) ?? []), note]);
	return groups;
}

const statusesOf = (notes: Note[]) =>
	[
		...new Set(
			notes.flatMap(({ exchanges }) => exchanges.map(({ answer }) => answer?.status ?? '–')),
		),
	]
		.sort()
		.join(', ');

const reasonsOf = (notes: Note[]) =>
	notes
		.filter(({ reason }) => reason !== undefined)
		.map(({ outcome, reason }) => `${outcome}: ${reason}`)
		.join('; ');

function columns(rows: string[][]): string[] {
	const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
	return rows.map((row) =>
		row
			.map((cell, at) => cell.padEnd(widths[at]!))
			.join('  ')
			.trimEnd(),
	);
}
