/**
 * Runs the minimal form of every row in every version that its operation offers, in both dialects, and the full form
 * where the version has its own fields or bodies. What does not depend on them runs once: in the newest version that
 * has it.
 */
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { matchesCall } from '../../../sandbox/http/pathPattern.ts';
import { DIALECTS } from '../../../sandbox/state/dialect.ts';
import { VERSIONS } from '../../../sandbox/state/version.ts';
import type { InputItem } from '../../support/engine/engine.ts';
import { expectNoSecret } from '../../support/service/secrets.ts';
import { startPdfHost } from '../../support/files/pdfHost.ts';
import { retrying } from '../../support/service/requestOperation.ts';
import { secretsOf, startService } from '../../support/service/service.ts';
import { groups } from './allRows.ts';
import { cellsOf, nameOf, offered } from './cells.ts';
import type { Cell } from './cells.ts';
import {
	cellsWithOwnFields,
	filledPaths,
	firstTime,
	headOf,
	possiblePaths,
	shownFields,
	withValue,
} from './form.ts';
import type { ShownField } from './form.ts';
import { planted } from './planted.ts';
import type { Planted } from './planted.ts';
import type { Case, Form, RefusedForm, Row, Stage, StateRefusal } from './row.ts';
import { ACCOUNTS } from './scene.ts';
import { wrongValuesOf } from './wrongValues.ts';
import type { WrongValue } from './wrongValues.ts';

export const GOES_ON = { onError: 'continueRegularOutput' } as const;

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
	const isNew = firstTime();
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
				});
				if (withOwnFields.has(cell)) {
					it('refuses values of a wrong kind before any call', async () => {
						expect(await wrongValuesTaken(row, cell, { stage, isNew })).toEqual([]);
					});
				}
			});
		});
	}
}

/** One service for all of a version and dialect; what a case changes in its settings is put back. */
export function openStage(stage: Stage): void {
	let settings = {};
	let host: Awaited<ReturnType<typeof startPdfHost>>;
	beforeAll(async () => {
		host = await startPdfHost();
		stage.pdfAddress = `${host.address}/Annex.pdf`;
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
}

function runCell(row: Row, cell: Cell, { stage, siblings, hasOwnFields }: Surroundings): void {
	it('takes the minimal form', async () => {
		const form = await row.minimal(stage);
		expect(beyondRequired(row, cell, form)).toEqual([]);
		await expectTaken(cell, stage, form);
	});

	if (cell.isNewest || hasOwnFields || row.hasOwnBodies?.(cell)) {
		it('takes the full form, which leaves out no field that the editor shows', async () => {
			const forms = await row.full(stage);
			const filled = forms.flatMap(({ parameters }) => filledPaths(cell, parameters));
			const excused = Object.keys(row.cannotFill?.(cell) ?? {});
			const missing = possiblePaths(cell)
				.filter((path) => !filled.includes(path))
				.sort();
			expect(missing).toEqual(excused.sort());
			for (const form of forms) await expectTaken(cell, stage, form);
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

interface Run {
	parameters: INodeParameters;
	items?: InputItem[];
	settings?: object;
}

export async function run(cell: Cell, { service }: Stage, { parameters, ...more }: Run) {
	const { engine, sandbox } = service;
	sandbox.calls.clear();
	const form = { ...headOf(cell), ...parameters };
	const result = await engine.run({ type: cell.node, parameters: form, ...more });
	expectNoSecret(result, secretsOf(engine));
	expect(undeclaredCalls(cell, sandbox)).toEqual([]);
	return result;
}

/** Beside them: a login, a question without meaning before a large file, and what the service fetches by itself. */
const BESIDE = /\/access\/login$|\/0{8}-[0-]+|^[A-Z]+ (?!(\/validation)?\/v\d\/)/;

function undeclaredCalls({ endpoints }: Cell, { calls }: Stage['service']['sandbox']): string[] {
	return calls
		.matching({})
		.filter((call) => !endpoints.some(({ method, path }) => matchesCall({ method, path }, call)))
		.map(({ method, path }) => `${method} ${path}`)
		.filter((call) => !BESIDE.test(call));
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

/** zod's own words, which do not say what to do. */
export const NOT_OUR_WORDS =
	/\b(Invalid|Required|Expected|must be (greater|less) than|must contain)\b/;

/** Each field of the full forms with each value that is wrong in it, one at a time. */
async function wrongValuesTaken(
	row: Row,
	cell: Cell,
	{ stage, isNew }: { stage: Stage; isNew: ReturnType<typeof firstTime> },
): Promise<string[]> {
	const faults: string[] = [];
	const tried = new Set<string>();
	for (const form of await row.full(stage)) {
		for (const shown of shownFields(cell, form.parameters)) {
			if (!isNew(cell, shown)) continue;
			for (const wrong of wrongValuesOf(shown.field)) {
				const name = `${shown.path}: ${wrong.kind}`;
				if (tried.has(name) || row.takes?.[name] || TAKEN_EVERYWHERE.test(name)) continue;
				tried.add(name);
				// That every item gets an error of its own is the same for all of them.
				const count = tried.size > 1 ? 1 : 2;
				const fault = await faultOfWrongValue(cell, stage, { form, shown, wrong, count });
				if (fault) faults.push(`${name}: ${fault}`);
			}
		}
	}
	return faults;
}

interface Wrong {
	form: Form;
	shown: ShownField;
	wrong: WrongValue;
	/** Of items. */
	count: number;
}

async function faultOfWrongValue(
	cell: Cell,
	stage: Stage,
	{ form, shown: { place, field }, wrong, count }: Wrong,
): Promise<string | undefined> {
	const expression = '={{ $json.wrong }}';
	const isPicked = field.type === 'resourceLocator';
	const value = isPicked ? { __rl: true, mode: 'id', value: expression } : expression;
	const [item = {}] = form.items ?? [];
	const one = { ...item, json: { ...item.json, wrong: wrong.value as string } };
	const wrongForm = {
		parameters: withValue(form.parameters, place, value),
		items: Array.from({ length: count }, () => one),
		settings: GOES_ON,
	};
	// n8n runs no node in which it finds an empty field that is required.
	const ran = await run(cell, stage, wrongForm).catch((error: unknown) => String(error));
	if (typeof ran === 'string') return ran;
	const { outputs } = ran;
	const calls = stage.service.sandbox.calls.count();
	if (calls > 0) return `${calls} calls were made`;
	const output = outputs.flat().map(({ json, pairedItem }) => ({ json, pairedItem }));
	if (output.length !== count) return `${output.length} items came out`;
	const unfit = output.find(({ json, pairedItem }, at) => {
		const { error = '' } = json as { error?: string };
		const { description = '' } = (json.details ?? {}) as { description?: string };
		const isNamed = error.includes(field.displayName);
		const isPaired = (pairedItem as { item?: number } | undefined)?.item === at;
		const isUnclear = NOT_OUR_WORDS.test(error);
		return (
			!isNamed ||
			isUnclear ||
			!isPaired ||
			!description.includes(`Item ${at + 1}: correct this field`)
		);
	});
	return unfit && JSON.stringify(unfit);
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

const KEY_REFUSED = /username and API key[^]*Check both[^]*create a new key/;
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
