/**
 * Runs the minimal form of every row in every version that its operation offers, in both dialects, and the full form
 * where the version has its own fields or bodies. What does not depend on them runs once: in the newest version that
 * has it.
 */
import path from 'node:path';
import { DIALECTS } from '../../../sandbox/state/dialect.ts';
import { VERSIONS } from '../../../sandbox/state/version.ts';
import { startFiles } from '../../sandbox/files.ts';
import { smallPdf } from '../../support/files/pdf.ts';
import { retrying } from '../../support/service/requestOperation.ts';
import { startService } from '../../support/service/service.ts';
import { groups } from './allRows.ts';
import { cellsOf, nameOf, offered, type Cell } from './cells.ts';
import { cellsWithOwnFields, filledPaths, firstTime, possiblePaths, shownFields } from './form.ts';
import type { IsNew, ShownField } from './form.ts';
import {
	addedForModel,
	addedForNothing,
	contentOf,
	ONLY_FOR_PEOPLE,
	withExpression,
} from './emptied.ts';
import type { Scene } from './emptied.ts';
import { planted, type Planted } from './planted.ts';
import type { Case, Form, RefusedForm, Row, Stage, StateRefusal } from './row.ts';
import { GOES_ON, NOT_OUR_WORDS, run } from './run.ts';
import { template } from './rows/template.rows.ts';
import { ACCOUNTS } from './scene.ts';
import { wrongValuesOf, type WrongValue } from './wrongValues.ts';

/** Every list of rows that stands in `groups` under the name of the test file. */
export function runGroupOf(file: string): void {
	const group = groups[path.basename(file, '.test.ts')]!;
	for (const [resource, rows] of Object.entries(group)) {
		describe(resource, () => runMatrix(resource, rows));
	}
}

function runMatrix(resource: string, rows: Row[]): void {
	const cellsByOperation = offered
		.filter((one) => one.resource === resource)
		.filter(({ operation }) => rows.some((row) => row.operation === operation))
		.map(cellsOf);
	const cells = cellsByOperation.flat();
	const withOwnFields = new Set(cellsByOperation.flatMap(cellsWithOwnFields));
	const isNew = { wrong: firstTime(), empty: firstTime(), byModel: firstTime() };
	const places = DIALECTS.flatMap((dialect) => VERSIONS.map((version) => ({ dialect, version })));
	for (const { dialect, version } of places) {
		const here = cells.filter((cell) => cell.dialect === dialect && cell.version === version);
		if (here.length === 0) continue;
		describe(`${version}, ${dialect}`, () => {
			const stage = { version, dialect } as Stage;
			openStage(stage);
			describe.each(here.map((cell) => [nameOf(cell), cell] as const))('%s', (_name, cell) => {
				const row = rows.find(({ operation }) => operation === cell.operation)!;
				runCell(row, cell, {
					stage,
					siblings: cells.filter((one) => nameOf(one) === nameOf(cell)),
					hasOwnFields: withOwnFields.has(cell),
					isNew: isNew.empty,
				});
				if (withOwnFields.has(cell)) {
					it('refuses wrong and empty values before any call', async () => {
						expect(await wrongValuesTaken({ row, cell, stage }, isNew.wrong)).toEqual([]);
					});
					if (ONLY_FOR_PEOPLE.includes(nameOf(cell))) return;
					it('adds nothing for values that a model leaves out', async () => {
						expect(await addedForModel({ row, cell, stage }, isNew.byModel)).toEqual([]);
					});
				}
			});
		});
	}
}

/** One service for all of a version and dialect; what a case changes in its settings is put back. */
function openStage(stage: Stage): void {
	let settings = {};
	let host: Awaited<ReturnType<typeof startFiles>>;
	beforeAll(async () => {
		host = await startFiles({ '/Annex.pdf': smallPdf, '/Template.docx': template });
		stage.pdfAddress = `${host.address}/Annex.pdf`;
		stage.templateAddress = `${host.address}/Template.docx`;
		stage.service = await startService({
			dialect: stage.dialect,
			isLasting: true,
			// So many cases in so short a time would meet it.
			rateLimits: [],
			accounts: ACCOUNTS,
			beyondTheWire: ['body.brand_new'],
		});
		settings = structuredClone(stage.service.sandbox.settings);
	});
	afterEach(() => {
		stage.service.sandbox.faults.clear();
		Object.assign(stage.service.sandbox.settings, structuredClone(settings));
	});
	afterAll(async () => {
		await stage.service.sandbox.close();
		await host.close();
	});
}

interface Surroundings {
	stage: Stage;
	/** The cells of the same operation, the oldest version first. */
	siblings: Cell[];
	hasOwnFields: boolean;
	isNew: IsNew;
}

function runCell(row: Row, cell: Cell, { stage, siblings, hasOwnFields, isNew }: Surroundings) {
	it('takes the minimal form', async () => {
		const form = await row.minimal(stage);
		expect(beyondRequired(row, cell, form)).toEqual([]);
		await expectTaken(cell, stage, form);
	});

	if (cell.isNewest || hasOwnFields || row.hasOwnBodies?.(cell)) {
		it('takes the full form with all that the editor shows, and adds nothing for what is empty', async () => {
			const forms = await row.full(stage);
			const filled = forms.flatMap(({ parameters }) => filledPaths(cell, parameters));
			const excused = Object.keys(row.cannotFill?.(cell) ?? {});
			const missing = possiblePaths(cell)
				.filter((path) => !filled.includes(path))
				.sort();
			expect(missing).toEqual(excused.sort());
			const contents: Array<Set<string>> = [];
			for (const form of forms) {
				const before = stage.service.wire.length;
				await expectTaken(cell, stage, form);
				contents.push(contentOf(stage.service.wire.slice(before)));
			}
			if (!hasOwnFields) return;
			expect(await addedForNothing({ row, cell, stage }, contents, isNew)).toEqual([]);
		});
	}

	const isHere = (only?: Case<RefusedForm>['only']) => newestWith(siblings, only) === cell;

	for (const { title, arrange } of (row.rules ?? []).filter(({ only }) => isHere(only))) {
		it(`refuses before any call: ${title}`, async () => {
			await expectRule(cell, stage, await arrange(stage));
		});
	}

	// In the last dialect, so that each has its part.
	for (const { title, only, arrange } of row.refusals) {
		if (newestWith(siblings, only, -1) !== cell) continue;
		it(`explains what is refused: ${title}`, async () => {
			await expectRefused(cell, stage, await arrange(stage));
		});
	}

	for (const refusal of plantedIn(row, cell)) {
		if (!isHere(({ dialect }) => dialect === (refusal.dialect ?? dialect))) continue;
		it(`explains ${refusal.name}`, async () => await expectExplained(row, cell, stage, refusal));
	}

	if (!isHere()) return;
	if (cell.needsNoToken) {
		it('needs no key that the service takes', async () => {
			await withWrongKey(
				stage,
				async () => await expectTaken(cell, stage, await row.minimal(stage)),
			);
			expect(stage.service.sandbox.calls.count({ path: /access\/login$/ })).toBe(0);
		});
	} else {
		it('explains a key that the service does not take, and sends nothing', async () => {
			await expectKeyRefused(row, cell, stage);
		});
	}

	if (cell.acts === 'once') {
		it('is not sent a second time when the answer is lost', async () => {
			await expectSentOnce(row, cell, stage);
		});
	}
}

/** In the first dialect that offers it, or in the last. */
function newestWith(
	siblings: Cell[],
	only: Case<RefusedForm>['only'] = () => true,
	dialectAt: 0 | -1 = 0,
) {
	const fitting = siblings.filter(only);
	const chosen = fitting.at(dialectAt)?.dialect;
	return fitting.filter(({ dialect }) => dialect === chosen).at(-1);
}

/** Fields of a minimal form that the editor does not demand. */
function beyondRequired({ minimalNeeds = {} }: Row, cell: Cell, { parameters }: Form): string[] {
	const required = shownFields(cell, parameters)
		.filter(({ field }) => field.required)
		.map(({ path }) => path);
	return Object.keys(parameters).filter(
		(name) => !required.includes(name) && !(name in minimalNeeds),
	);
}

async function expectTaken(cell: Cell, stage: Stage, { parameters, items, seen }: Form) {
	const result = await run(cell, stage, { parameters, items });
	expect(result.error).toBeUndefined();
	await seen(result);
}

/** Says only how fast a run is: a number that makes no sense counts as none. */
const TAKEN_EVERYWHERE = /^options\.itemsAtOnce: /;

/** Each field of the full forms with each value that is wrong in it, an item for each. */
async function wrongValuesTaken({ row, cell, stage }: Scene, isNew: IsNew): Promise<string[]> {
	const faults: string[] = [];
	for (const form of await row.full(stage)) {
		for (const shown of shownFields(cell, form.parameters)) {
			if (!isNew(cell, shown)) continue;
			const wrong = wrongValuesOf(shown).filter(({ kind }) => {
				const name = `${shown.path}: ${kind}`;
				return !row.takes?.[name] && !TAKEN_EVERYWHERE.test(name);
			});
			if (wrong.length > 0) {
				faults.push(...(await faultsOfWrongValues({ cell, stage }, { form, shown, wrong })));
			}
		}
	}
	return faults;
}

interface Wrong {
	form: Form;
	shown: ShownField;
	wrong: WrongValue[];
}

async function faultsOfWrongValues(
	{ cell, stage }: Pick<Scene, 'cell' | 'stage'>,
	{ form, shown, wrong }: Wrong,
): Promise<string[]> {
	const { field, path: name } = shown;
	const [item = {}] = form.items ?? [];
	// n8n runs no node in which it finds an empty field that is required.
	const { outputs } = await run(cell, stage, {
		parameters: withExpression('={{ $json.wrong }}', form.parameters, [shown]),
		items: wrong.map(({ value }) => ({
			...item,
			json: { ...item.json, wrong: value as string },
		})),
		settings: GOES_ON,
	});
	const calls = stage.service.sandbox.calls.count();
	const output = outputs.flat();
	return wrong.flatMap(({ kind }, at) => {
		const { json = {}, pairedItem } = output[at] ?? {};
		const { error = '', details = {} } = json as { error?: string; details?: object };
		const { description = '' } = details as { description?: string };
		const isExplained =
			error.includes(field.displayName) &&
			!NOT_OUR_WORDS.test(error) &&
			(pairedItem as { item?: number } | undefined)?.item === at &&
			(wrong.length === 1 || error.endsWith(` (item ${at + 1})`)) &&
			/(Nothing was|This item wasn't) sent\.$/.test(description);
		if (isExplained && calls === 0 && output.length === wrong.length) return [];
		return [`${name}: ${kind}: ${calls} calls, ${JSON.stringify(json)}`];
	});
}

async function expectRule(cell: Cell, stage: Stage, form: RefusedForm) {
	const { error } = await run(cell, stage, form);
	expect(`${error?.message}\n${error?.description}`).toMatch(form.says);
	expect(error?.context?.itemIndex).toBe(0);
	expect(stage.service.sandbox.calls.count()).toBe(0);
}

/** One that reads, one that uploads, one that creates, and one of the other interface: a status means the same in all. */
const SAMPLE = ['document get', 'document upload', 'request create', 'validation validate'];

/** Which planted refusals this call can meet: all of them for a sample, otherwise those that it explains itself. */
function plantedIn({ explains = {}, sendsFile }: Row, cell: Cell): Planted[] {
	const { call, acts } = cell;
	const canMeet: Record<number, boolean> = {
		// Reading in v3 (interface.md 4.3).
		406: cell.version === 'v3' && call.method === 'GET',
		413: sendsFile === true,
		415: sendsFile === true,
		422: acts !== undefined,
		423: acts !== undefined,
	};
	return planted.filter(({ name, status, dialect = cell.dialect }) => {
		if (dialect !== cell.dialect) return false;
		return name in explains || (SAMPLE.includes(nameOf(cell)) && (canMeet[status] ?? true));
	});
}

const KEY_REFUSED = /username and API key[^]*Check both[^]*create a new one/;
const LOGS_IN_AGAIN = ['401', '403 for the token'];

async function expectExplained(row: Row, cell: Cell, stage: Stage, refusal: Planted) {
	const { name, status, key, fault, detail, explained } = refusal;
	const { faults, calls } = stage.service.sandbox;
	const form = await row.minimal(stage);
	faults.add({ ...cell.call, ...fault });
	const { outputs } = await run(cell, stage, { ...form, settings: GOES_ON });
	const [item] = outputs[0]!;
	const output = item!.json as { error: string; details: { description: string } };
	expect(item).toMatchObject({
		json: { details: { status, ...(key && { key }) } },
		pairedItem: { item: 0 },
	});
	expect(output.error).toContain(`status ${status}`);
	expect(`${output.error}\n${output.details.description}`).toMatch(
		row.explains?.[name] ?? explained,
	);
	if (detail) expect(output.details.description).toContain(detail);
	if (cell.acts && status >= 500) expect(output.details.description).toMatch(/may have/);
	if (!LOGS_IN_AGAIN.includes(name)) expect(calls.count(cell.call)).toBe(1);
}

async function expectRefused(cell: Cell, stage: Stage, refused: StateRefusal) {
	const { status, key, says, sent = 1 } = refused;
	const { error } = await run(cell, stage, refused);
	expect(`${error?.message}\n${error?.description}`).toMatch(says);
	expect(error?.context?.itemIndex).toBe(0);
	expect(error?.context?.status).toBe(status);
	if (status !== undefined) expect(error?.httpCode).toBe(String(status));
	expect(error?.context?.key).toBe(key);
	expect(stage.service.sandbox.calls.count(cell.call)).toBe(sent);
}

async function expectKeyRefused(row: Row, cell: Cell, stage: Stage) {
	const form = await row.minimal(stage);
	const { error } = await withWrongKey(stage, async () => await run(cell, stage, form));
	expect(error).toMatchObject({ httpCode: '401', context: { itemIndex: 0 } });
	expect(`${error?.message}\n${error?.description}`).toMatch(KEY_REFUSED);
	expect(stage.service.sandbox.calls.count(cell.call)).toBe(0);
}

async function withWrongKey<Result>({ service }: Stage, act: () => Promise<Result>) {
	const { credential } = service.engine;
	const data = credential.read();
	const wrong = { apiKey: 'api_demo_of_last_year', sessionToken: '', validationToken: '' };
	await credential.updateCredentials({}, '', { ...data, ...wrong });
	try {
		return await act();
	} finally {
		await credential.updateCredentials({}, '', data);
	}
}

async function expectSentOnce(row: Row, cell: Cell, stage: Stage) {
	const { faults, calls } = stage.service.sandbox;
	const form = await row.minimal(stage);
	faults.add({ ...cell.call, reset: 'after' });
	const { error } = await run(cell, stage, { ...form, settings: retrying });
	// Where the state of the service shows the outcome, no one has to look.
	if (error) expect(`${error.message}\n${error.description}`).toMatch(/not sent again|may have/);
	expect(calls.count(cell.call)).toBe(1);
}
