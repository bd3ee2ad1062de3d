/** What the forms say: in short, and without the patterns that readers stumbled over. */
import { globSync, readFileSync } from 'node:fs';
import type { INodeProperties } from 'n8n-workflow';
import ts from 'typescript';
import { ESignatureApi } from '../../credentials/ESignatureApi.credentials';
import { nodes } from '../support/operations/descriptions';

const LONGEST = 160;
const LONGEST_MEDIAN = 60;

const PATTERNS: Array<[name: string, pattern: RegExp]> = [
	['a semicolon', /;/],
	['a clause with what', /\bwhat(?:ever)?\b/i],
	['a clause with who or which', /\b(?:whoever|those who|the ones? that)\b/i],
	['a program that speaks', /\b(?:says?|said|tells?|told)\b/i],
	['of its own', /\bof (?:its|their) own\b/i],
	['go on', /\bgo(?:es|ing)? on\b|\bwent on\b/i],
	['stand, lie or come', /\b(?:stands?|lies?|comes?|came)\b/i],
	['where for if', /\balso where\b/i],
	['by itself, anew', /\bby (?:itself|themselves)\b|\banew\b|\bany ?more\b/i],
	['the service, which is Skribble', /\bthe service\b/i],
];

const SHOWN = ['displayName', 'description', 'hint', 'action', 'message', 'header'];

interface Text {
	key: string;
	text: string;
}

/** An option has a value, and its name is shown. */
function textsIn(part: unknown): Text[] {
	if (Array.isArray(part)) return part.flatMap(textsIn);
	if (typeof part !== 'object' || part === null) return [];
	const isOption = 'value' in part;
	return Object.entries(part).flatMap(([key, value]) =>
		typeof value !== 'string'
			? textsIn(value)
			: SHOWN.includes(key) || (isOption && key === 'name')
				? [{ key, text: value }]
				: [],
	);
}

function fieldsIn(part: unknown): INodeProperties[] {
	if (Array.isArray(part)) return part.flatMap(fieldsIn);
	if (typeof part !== 'object' || part === null) return [];
	const isField = 'displayName' in part && 'type' in part && 'default' in part;
	return [...(isField ? [part as INodeProperties] : []), ...Object.values(part).flatMap(fieldsIn)];
}

const forms = [...nodes.map(({ description }) => description), new ESignatureApi()];
const distinct = new Map(
	forms.flatMap(textsIn).map((one) => [`${one.key} ${one.text}`, one] as const),
);
const texts = [...distinct.values()];
/** Other addresses lead to other services. */
const ofOtherServices = /^How the service reads|^Keep V2 unless the service|^For a service that/;

it.each(PATTERNS)('no text has %s', (_name, pattern) => {
	const found = texts.filter(({ text }) => pattern.test(text) && !ofOtherServices.test(text));
	expect(found).toEqual([]);
});

/** n8n cuts longer ones off, because a switch for expressions is beside them. */
const LONGEST_LABEL = 28;

it(`no label has more than ${LONGEST_LABEL} characters`, () => {
	const labels = forms.flatMap(fieldsIn).filter(({ type }) => type !== 'notice');
	expect(labels.length).toBeGreaterThan(300);
	const names = labels.map(({ displayName }) => displayName);
	expect(names.filter(({ length }) => length > LONGEST_LABEL)).toEqual([]);
});

it(`no description has more than ${LONGEST} characters, and half have at most ${LONGEST_MEDIAN}`, () => {
	const descriptions = texts.filter(({ key }) => key === 'description').map(({ text }) => text);
	expect(descriptions.length).toBeGreaterThan(200);
	expect(descriptions.filter(({ length }) => length > LONGEST)).toEqual([]);
	const lengths = descriptions.map(({ length }) => length).sort((a, b) => a - b);
	expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(LONGEST_MEDIAN);
});

/** In all texts of nodes and credentials, with the errors. */
const IN_ERRORS: Array<[pattern: RegExp, instead: string]> = [
	[/[\w)}`"]; /, 'two sentences'],
	[/\bthe service\b(?! reads V3| requires)|\bservice's\b/i, 'Skribble'],
	[/\bnamed above\b|\bfield above\b/i, 'the label of the field'],
	[/\bof its own\b/i, 'its, separate'],
	[/\bgo(?:es)? on\b/i, 'continue'],
	[/\bwhatever\b|\banew\b|\bany more\b|\bby (?:it|them)selves?\b/i, 'automatically, again, any'],
	[/\b(?:this|the|another|each) run\b|\brun (?:it|this) again\b/i, 'execution, try again'],
];

const literals = globSync(['nodes/**/*.ts', 'credentials/*.ts']).flatMap(literalsIn);

it('the texts are found', () => expect(literals.length).toBeGreaterThan(1_000));

it.each(IN_ERRORS)('no literal has %s', (pattern, instead) => {
	const found = literals.filter(({ text }) => pattern.test(text));
	expect({ instead, found }).toEqual({ instead, found: [] });
});

/** Every string of at least two words, with its template's expressions. */
function literalsIn(file: string) {
	const source = ts.createSourceFile(
		file,
		readFileSync(file, 'utf8'),
		ts.ScriptTarget.Latest,
		true,
	);
	const found: Array<{ place: string; text: string }> = [];
	const visit = (node: ts.Node) => {
		const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
		const text = ts.isStringLiteralLike(node) ? node.text : node.getText();
		const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
		// A page in the evidence package has commands.
		if (isText && /[a-z] [a-z]/i.test(text) && !text.startsWith('# '))
			found.push({ place: `${file}:${line}`, text });
		else ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}
