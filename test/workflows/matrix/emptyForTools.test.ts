/**
 * n8n marks every parameter that is left to a model as required, so a model writes nothing where it has nothing to say.
 * Then a tool does no more than without that parameter, or refuses the call in words that the model can act on.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DIALECTS } from '../../../sandbox/state/dialect.ts';
import { VERSIONS } from '../../../sandbox/state/version.ts';
import { isThorough } from '../../support/jest/property.ts';
import { rowOf } from './allRows.ts';
import { cellsOf, nameOf, offered } from './cells.ts';
import type { Cell } from './cells.ts';
import { contentOf, expressible, withExpression } from './emptied.ts';
import { cellsWithOwnFields, headOf, isOption, valueAt } from './form.ts';
import type { ShownField } from './form.ts';
import type { Form, Stage } from './row.ts';
import { NOT_OUR_WORDS, openStage } from './runMatrix.ts';

/** fieldValue.test.ts tries further kinds. */
const nothings = ['null', 0, ...(isThorough ? [[null]] : [])];

/** 0 is a position. The legislation was typed in the form, which hides it only while the quality is typed there too. */
const ALLOWED = /^[xy]=0$|^legislation=/;

const nothing = (value: unknown): IDataObject => ({ nothing: value as string });

const ONLY_FOR_PEOPLE = ['sendAndWait'];
/** Takes nothing but a file, which an agent does not have. */
const NEEDS_FILE = ['attachment add'];

const cells = offered
	.filter(({ operation }) => !ONLY_FOR_PEOPLE.includes(operation))
	.filter((one) => !NEEDS_FILE.includes(nameOf(one)))
	.flatMap((one) => cellsWithOwnFields(cellsOf(one)));

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

/** Options are left to a model together, unless one of them is refused then. */
function groupsOf(fields: ShownField[]): ShownField[][] {
	const options = isThorough ? [] : fields.filter(isOption);
	const others = fields.filter((field) => !options.includes(field));
	return [...others.map((field) => [field]), ...(options.length > 0 ? [options] : [])];
}

const isWrite = ({ method }: { method: string }) => method !== 'GET';

async function call(cell: Cell, stage: Stage, parameters: INodeParameters, calls: IDataObject[]) {
	const { engine, sandbox, wire } = stage.service;
	wire.splice(0);
	sandbox.calls.clear();
	const { answers } = await engine.callTool({ type: `${cell.node}Tool`, parameters }, calls);
	return { answers, sent: contentOf(stage, isWrite) };
}

const places = DIALECTS.flatMap((dialect) => VERSIONS.map((version) => ({ version, dialect })));
/** The forms of the versions share most of their fields. */
const tried = new Set<ShownField['field']>();

describe.each(places)('$version, $dialect', ({ version, dialect }) => {
	const here = cells.filter((cell) => cell.version === version && cell.dialect === dialect);
	if (here.length === 0) return;
	const stage = { version, dialect } as Stage;
	openStage(stage);

	it.each(here.map((cell) => [nameOf(cell), cell] as const))('%s', async (_name, cell) => {
		const { full } = rowOf(cell);
		const readForms = async () => (await full(stage)).map((form) => asTool(cell, form));
		let forms = await readForms();
		/** What was sent may have used up what the forms are about. */
		const send = async (parameters: INodeParameters, calls: IDataObject[]) => {
			const outcome = await call(cell, stage, parameters, calls);
			if (outcome.sent.size > 0) forms = await readForms();
			return outcome;
		};
		const faults: unknown[] = [];
		for (const at of forms.keys()) {
			const fields = expressible(cell, forms[at]!);
			const groups = groupsOf(fields.filter(({ field }) => !tried.has(field) && tried.add(field)));
			const first = await send(forms[at]!, [{}]);
			if (first.answers[0]?.error) faults.push({ at, error: first.answers[0].error });
			for (let group = groups.shift(); group; group = groups.shift()) {
				const fewer = await send(without(forms[at]!, group), [{}]);
				const model = "={{ $fromAI('nothing', '', 'json') }}";
				const emptied = withExpression(model, forms[at]!, group);
				const { answers, sent } = await send(emptied, nothings.map(nothing));
				const refusals = answers.flatMap(({ error }) => error ?? []);
				if (refusals.length > 0 && group.length > 1) groups.push(...group.map((one) => [one]));
				const more = [...sent].filter((line) => !fewer.sent.has(line) && !ALLOWED.test(line));
				const unclear = refusals.filter((words) => NOT_OUR_WORDS.test(words));
				const paths = group.map(({ path }) => path);
				if (more.length + unclear.length > 0) faults.push({ paths, more, unclear });
			}
		}
		expect(faults).toEqual([]);
	});
});
