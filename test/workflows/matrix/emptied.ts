/**
 * What an empty value does in a field that may be empty: it is refused, or the calls contain nothing that was not
 * entered. Full forms hold no default, so that whatever they do not send themselves was not entered.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Cell } from './cells.ts';
import { headOf, isOption, mustBeFilled, shownFields, valueAt, withValue } from './form.ts';
import type { IsNew, ShownField } from './form.ts';
import type { Form, Row, Stage } from './row.ts';
import { GOES_ON, NOT_OUR_WORDS, run } from './run.ts';

export interface Scene {
	row: Row;
	cell: Cell;
	stage: Stage;
}

interface Outcome {
	refusals: string[];
	/** What the calls contain, a line for each value. */
	sent: Set<string>;
}

/**
 * What a call may contain although it was not entered: never a person, an address, a position, or the act of
 * sending. A document without a title is called like its file, Update empties a text, and an empty Test in Editor is
 * off: then the production address of the same trigger is written.
 */
const ALLOWED_FOR_PEOPLE =
	/^(title|filename)=|^(message|custom)=""$|^callback_\w+_url="http:\/\/…\/webhook\/hook\?/;

/** Full forms with some of their fields emptied; `contents` is what each of the forms sends as it is. */
export async function addedForNothing(
	scene: Scene,
	contents: Array<Set<string>>,
	isNew: IsNew,
): Promise<unknown[]> {
	const { row, cell, stage } = scene;
	const faults: unknown[] = [];
	let forms = await row.full(stage);
	for (const [at, full] of contents.entries()) {
		const fields = expressible(cell, forms[at]!.parameters).filter((one) => isNew(cell, one));
		const groups = groupsOf(fields.filter((one) => !mustBeFilled(one)));
		for (let group = groups.shift(); group; group = groups.shift()) {
			const outcome = await runEmptied(scene, forms[at]!, group);
			if (isHiding(outcome, group)) groups.push(...group.map((one) => [one]));
			faults.push(...faultsOf(group, outcome, { entered: full, allowed: ALLOWED_FOR_PEOPLE }));
			if (isWritten(outcome)) forms = await row.full(stage);
		}
	}
	return faults;
}

async function runEmptied({ cell, stage }: Scene, form: Form, fields: ShownField[]) {
	const [item = {}] = form.items ?? [];
	const before = stage.service.wire.length;
	const { outputs, error } = await run(cell, stage, {
		parameters: withExpression('={{ $json.nothing }}', form.parameters, fields),
		items: [{ nothing: ' ' }, {}].map((value) => ({ ...item, json: { ...item.json, ...value } })),
		settings: GOES_ON,
	});
	const refusals = outputs.flat().flatMap(({ json }) => (json.error as string | undefined) ?? []);
	return {
		refusals: error ? [error.message] : refusals,
		sent: contentOf(stage.service.wire.slice(before)),
	};
}

/** 0 is a position. The legislation was typed in the form, which hides it only while the quality is typed there too. */
const ALLOWED_FOR_MODELS = /^[xy]=0$|^legislation=/;

/** The attachment takes nothing but a file, which an agent does not have. */
export const ONLY_FOR_PEOPLE = ['request sendAndWait', 'attachment add'];

/**
 * n8n marks every parameter that is left to a model as required, so a model writes nothing where it has nothing to say.
 * Then a tool does no more than without that parameter, or refuses the call in words that the model can act on.
 */
export async function addedForModel({ row, cell, stage }: Scene, isNew: IsNew) {
	const faults: unknown[] = [];
	const readForms = async () => (await row.full(stage)).map((form) => asTool(cell, form));
	let forms = await readForms();
	/** What was sent may have used up what the forms are about. */
	const send = async (parameters: INodeParameters, calls: IDataObject[]) => {
		const outcome = await callTool(cell, stage, parameters, calls);
		if (isWritten(outcome)) forms = await readForms();
		return outcome;
	};
	for (const at of forms.keys()) {
		const fields = expressible(cell, forms[at]!).filter((one) => isNew(cell, one));
		const first = await send(forms[at]!, [{}]);
		if (first.refusals.length > 0) faults.push({ at, error: first.refusals });
		const groups = groupsOf(fields);
		for (let group = groups.shift(); group; group = groups.shift()) {
			const model = "={{ $fromAI('nothing', '', 'json') }}";
			const emptied = withExpression(model, forms[at]!, group);
			const outcome = await send(emptied, [{ nothing: 'null' }, { nothing: 0 }]);
			if (isHiding(outcome, group)) groups.push(...group.map((one) => [one]));
			const fewer = isWritten(outcome) && (await send(without(forms[at]!, group), [{}]));
			const entered = fewer ? fewer.sent : outcome.sent;
			faults.push(...faultsOf(group, outcome, { entered, allowed: ALLOWED_FOR_MODELS }));
		}
	}
	return faults;
}

async function callTool(
	cell: Cell,
	{ service: { engine, wire } }: Stage,
	parameters: INodeParameters,
	calls: IDataObject[],
): Promise<Outcome> {
	const before = wire.length;
	const { answers } = await engine.callTool({ type: `${cell.node}Tool`, parameters }, calls);
	const refusals = answers.flatMap(({ error }) => error ?? []);
	const writes = wire.slice(before).filter(({ method }) => method !== 'GET');
	return { refusals, sent: contentOf(writes) };
}

/** An agent has no files, so that the document is written as text, and no image goes with a signature. */
function asTool(cell: Cell, { parameters, items = [] }: Form): INodeParameters {
	const form = withoutImages({ ...headOf(cell), ...parameters }) as INodeParameters;
	const [file] = Object.values(items[0]?.files ?? {});
	for (const name of ['source', 'fileSource']) {
		if (form[name] !== 'binary' || !file || !('bytes' in file)) continue;
		form[name] = 'base64';
		form.content = file.bytes.toString('base64');
		form.fileName ??= file.fileName ?? 'Contract.pdf';
		delete form.binaryPropertyName;
	}
	return form.signers ? { signerInput: 'list', ...form } : form;
}

const withoutImages = (value: unknown): unknown =>
	JSON.parse(JSON.stringify(value, (name, one: unknown) => (name === 'image' ? undefined : one)));

function without(parameters: INodeParameters, fields: ShownField[]): INodeParameters {
	const copy = structuredClone(parameters);
	for (const { place } of fields) {
		const holder = valueAt(copy, place.slice(0, -1)) as Record<string | number, unknown>;
		delete holder[place.at(-1)!];
	}
	return copy;
}

/** Alone what must not be empty; together the options, and what may be empty as far as the form says. */
function groupsOf(fields: ShownField[]): ShownField[][] {
	const options = fields.filter(isOption);
	const others = fields.filter((field) => !isOption(field));
	const alone = others.filter(mustBeFilled);
	const together = [others.filter((field) => !alone.includes(field)), options];
	return [...alone.map((field) => [field]), ...together.filter(({ length }) => length > 0)];
}

/** A refusal of one hides what the others do. */
const isHiding = ({ refusals }: Outcome, group: ShownField[]) =>
	refusals.length > 0 && group.length > 1;

const isWritten = ({ sent }: Outcome) =>
	[...sent].some((line) => /^(POST|PUT|PATCH|DELETE) /.test(line));

function faultsOf(
	group: ShownField[],
	{ sent, refusals }: Outcome,
	{ entered, allowed }: { entered: Set<string>; allowed: RegExp },
) {
	const added = [...sent].filter((line) => !entered.has(line) && !allowed.test(line));
	const unclear = refusals.filter((words) => NOT_OUR_WORDS.test(words));
	const names = group.map(({ path }) => path);
	return added.length + unclear.length > 0 ? [{ names, added, unclear }] : [];
}

/** What the calls contain, a line for each value; ids, addresses of this machine and proofs differ from run to run. */
export function contentOf(calls: Stage['service']['wire']): Set<string> {
	const lines = calls.flatMap(({ method, path, body }) => {
		const [place = '', query = ''] = path.split('?');
		const asked = [...new URLSearchParams(query)].map(([name, value]) => `${name}="${value}"`);
		return [`${method} ${place}`, ...asked, ...leavesOf(body)];
	});
	const changing = /ob_[\w-]+|[0-9a-f]{8}-[0-9a-f-]{27}|127\.0\.0\.1:\d+|(?<=^callback_.*\?).*/gi;
	return new Set(lines.filter((line) => !isLogin(line)).map((line) => line.replace(changing, '…')));
}

const isLogin = (line: string) => line.includes('/access/login');

function leavesOf(value: unknown, name = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((one) => leavesOf(one, name));
	if (typeof value !== 'object' || value === null) {
		// A file was entered, whatever it is; some are written anew each time.
		const shown = name === 'content' ? '…' : JSON.stringify(value);
		return value === undefined ? [] : [`${name}=${shown}`];
	}
	return Object.entries(value).flatMap(([member, one]) => leavesOf(one, member));
}

export function withExpression(
	expression: string,
	parameters: INodeParameters,
	fields: ShownField[],
): INodeParameters {
	return fields.reduce((form, { place, field }) => {
		const isPicked = field.type === 'resourceLocator';
		const value = isPicked ? { __rl: true, mode: 'id', value: expression } : expression;
		return withValue(form, place, value);
	}, parameters);
}

/** Those that an expression can fill; an option must have been added for that. */
const expressible = (cell: Cell, parameters: INodeParameters) =>
	shownFields(cell, parameters).filter(
		({ field, place }) =>
			!field.noDataExpression && valueAt(parameters, place.slice(0, -1)) !== undefined,
	);
