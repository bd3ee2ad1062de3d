/**
 * What an empty value does, in every field of every operation of a node: it is refused before any call, or the calls
 * contain nothing that the user did not enter. Full forms hold no default, so that whatever they do not send
 * themselves was not entered.
 */
import type { IDataObject } from 'n8n-workflow';
import { DIALECTS } from '../../../sandbox/state/dialect.ts';
import { VERSIONS } from '../../../sandbox/state/version.ts';
import { fc, isThorough, tries } from '../../support/jest/property.ts';
import { rowOf } from './allRows.ts';
import { cellsOf, nameOf, offered } from './cells.ts';
import type { Cell } from './cells.ts';
import { contentOf, expressible, withExpression } from './emptied.ts';
import { cellsWithOwnFields, firstTime, isOption } from './form.ts';
import type { ShownField } from './form.ts';
import type { Form, Row, Stage } from './row.ts';
import { GOES_ON, NOT_OUR_WORDS, openStage, run } from './runMatrix.ts';

/** What an expression may return if there is nothing. fieldValue.test.ts tries further kinds. */
const nothings: IDataObject[] = [
	...[{ nothing: ' ' }, {}],
	...(isThorough ? [{ nothing: null }, { nothing: [] }] : []),
];

/**
 * What a call may contain although it was not entered: never a person, an address, a position, or the act of
 * sending. A document without a title is called like its file, Update empties a text, and an empty Use Test URL is
 * off: then the production address of the same trigger is written.
 */
const ALLOWED =
	/^(title|filename)=|^(message|custom)=""$|^callback_\w+_url="http:\/\/…\/webhook\/hook\?/;

interface Scene {
	row: Row;
	cell: Cell;
	stage: Stage;
}

interface Emptied {
	fields: ShownField[];
	/** What an expression yields, one after the other. */
	values: IDataObject[];
}

/** Runs a full form with some of its fields emptied; answers with what was refused, and what was sent. */
async function runEmptied({ cell, stage }: Scene, form: Form, { fields, values }: Emptied) {
	const [item = {}] = form.items ?? [];
	stage.service.wire.splice(0);
	const { outputs, error } = await run(cell, stage, {
		parameters: withExpression('={{ $json.nothing }}', form.parameters, fields),
		items: values.map((value) => ({ ...item, json: { ...item.json, ...value } })),
		settings: GOES_ON,
	}).catch((failure: Error) => ({ outputs: [], error: failure }));
	const refusals = outputs.flat().flatMap(({ json }) => (json.error ? [json.error as string] : []));
	return { refusals: error ? [error.message] : refusals, sent: contentOf(stage) };
}

/** What each full form itself sends. */
async function contentsOf({ row, cell, stage }: Scene): Promise<Array<Set<string>>> {
	const contents: Array<Set<string>> = [];
	for (const { parameters, items } of await row.full(stage)) {
		stage.service.wire.splice(0);
		await run(cell, stage, { parameters, items });
		contents.push(contentOf(stage));
	}
	return contents;
}

const notEntered = (sent: Set<string>, full: Set<string>) =>
	[...sent].filter((line) => !full.has(line) && !ALLOWED.test(line));

/** A default that says something. */
function hasDefault({ field: { type, default: usual } }: ShownField): boolean {
	const isEmpty = ['', false, 0].includes(usual as string);
	return !isEmpty && type !== 'multiOptions' && type !== 'resourceLocator';
}

const isNew = firstTime();

interface Group {
	fields: ShownField[];
	mustRefuse: boolean;
}

const alone = (field: ShownField): Group => ({ fields: [field], mustRefuse: hasDefault(field) });
const together = (fields: ShownField[]): Group[] =>
	fields.length > 0 ? [{ fields, mustRefuse: false }] : [];

/** Options are emptied together, and so is what may be empty as far as the form says. */
function groupsOf(cell: Cell, { parameters }: Form): Group[] {
	const fields = expressible(cell, parameters).filter((field) => isNew(cell, field));
	const others = fields.filter((field) => !isOption(field));
	const mayBeEmpty = isThorough
		? []
		: others.filter((one) => !hasDefault(one) && !one.field.required);
	return [
		...others.filter((one) => !mayBeEmpty.includes(one)).map(alone),
		...together(mayBeEmpty),
		...together(fields.filter(isOption)),
	];
}

const cells = offered.flatMap((one) => cellsWithOwnFields(cellsOf(one)));

const places = DIALECTS.flatMap((dialect) => VERSIONS.map((version) => ({ version, dialect })));

describe.each(places)('$version, $dialect', ({ version, dialect }) => {
	const here = cells.filter((cell) => cell.version === version && cell.dialect === dialect);
	if (here.length === 0) return;
	const stage = { version, dialect } as Stage;
	openStage(stage);

	describe.each(here.map((cell) => [nameOf(cell), cell] as const))('%s', (_name, cell) => {
		const row = rowOf(cell);
		const scene = { row, cell, stage };
		let contents: Array<Set<string>>;
		beforeAll(async () => {
			contents = await contentsOf(scene);
		});

		it('never takes an empty field for its default', async () => {
			const faults: unknown[] = [];
			let forms = await row.full(stage);
			for (const [at, full] of contents.entries()) {
				const groups = groupsOf(cell, forms[at]!);
				for (let group = groups.shift(); group; group = groups.shift()) {
					const { fields, mustRefuse } = group;
					const emptied = { fields, values: nothings };
					const { refusals, sent } = await runEmptied(scene, forms[at]!, emptied);
					// A refusal of one hides the others.
					const isHidden = refusals.length > 0 && fields.length > 1 && !fields.every(isOption);
					if (isHidden) groups.push(...fields.map(alone));
					const added = mustRefuse ? [...sent] : notEntered(sent, full);
					const unclear = refusals.filter((words) => NOT_OUR_WORDS.test(words));
					const names = fields.map(({ path }) => path);
					if (added.length + unclear.length > 0) faults.push({ names, added, unclear });
					if (sent.size > 0) forms = await row.full(stage);
				}
			}
			expect(faults).toEqual([]);
		});

		if (!cell.isNewest) return;
		it('sends only what was entered, whichever fields are empty', async () => {
			const chances = fc.array(fc.nat(4), { minLength: 40, maxLength: 40 });
			const picks = fc.tuple(fc.nat(contents.length - 1), fc.constantFrom(...nothings), chances);
			await fc.assert(
				fc.asyncProperty(picks, async ([at, nothing, chance]) => {
					const form = (await row.full(stage))[at]!;
					const fields = expressible(cell, form.parameters).filter(
						(_field, index) => chance[index % chance.length] === 0,
					);
					const { sent } = await runEmptied(scene, form, { fields, values: [nothing] });
					expect(notEntered(sent, contents[at]!)).toEqual([]);
				}),
				isThorough ? tries(3) : tries(1),
			);
		});
	});
});
