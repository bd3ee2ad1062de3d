/** Nothing is left out: every operation has its rows, and every rule of the nodes its case. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
	createSourceFile,
	isCallExpression,
	isRegularExpressionLiteral,
	isStringLiteralLike,
	isTemplateLiteral,
	ScriptTarget,
} from 'typescript';
import type { Node } from 'typescript';
import { nodes } from '../../support/operations/descriptions.ts';
import { allRows as rows, groups } from './allRows.ts';
import { cellsOf, nameOf, offered } from './cells.ts';
import { planted } from './planted.ts';

const byName = (names: string[]) => names.sort();

it('every operation is registered and has one row, and every row an operation', () => {
	const names = offered.map(nameOf);
	const inNodes = nodes.flatMap(({ operations }) => operations.map(nameOf));
	const inRows = Object.entries(rows).flatMap(([resource, list]) =>
		list.map(({ operation }) => nameOf({ resource, operation })),
	);
	const missing = names.flatMap((name) => [
		...(inNodes.includes(name) ? [] : [`Register ${name}: npm run generate`]),
		...(inRows.includes(name) ? [] : [`Write a row for ${name} in test/workflows/matrix/rows`]),
	]);
	expect(missing).toEqual([]);
	expect(byName(inNodes)).toEqual(byName(names));
	expect(byName(inRows)).toEqual(byName(names));
});

it('every group of rows has the test that runs it', () => {
	const tests = globSync('test/workflows/matrix/*.test.ts').map((file) =>
		path.basename(file, '.test.ts'),
	);
	expect(Object.keys(groups).filter((name) => !tests.includes(name))).toEqual([]);
});

it('every version of every operation is there in each dialect that offers it', () => {
	for (const operation of offered) {
		expect(cellsOf(operation)).toHaveLength(operation.versions.length * operation.dialects.length);
	}
});

it('whatever a row leaves out says why, and names something that is there', () => {
	const names = planted.map(({ name }) => name);
	for (const row of Object.values(rows).flat()) {
		const reasons = { ...row.minimalNeeds, ...row.takes };
		for (const why of Object.values(reasons)) expect(why.length).toBeGreaterThan(5);
		const named = Object.keys(row.explains ?? {});
		expect(named.filter((name) => !names.includes(name))).toEqual([]);
	}
});

/** Sentences that follow the name of a field begin with a verb. */
const SENTENCE = /^(is|isn't|are|aren't|must|has|needs|names|contains|can't|doesn't) /;

function sentencesOfNodes(): string[] {
	const files = globSync([
		'nodes/ESignature{Document,Request,Seal,Validation}/**/*.ts',
		'nodes/shared/{form,execution,documents,positions,requests,prepare}/**/*.ts',
	]);
	// The next line says what to do.
	const problems = files.flatMap(textsIn).map((text) => text.split(/\n|\\n/, 1)[0]!);
	return [...new Set(problems)].filter((text) => SENTENCE.test(text));
}

/** A test or a case, whose title proves nothing. */
const titleIn = (node: Node) =>
	isCallExpression(node) &&
	/^(it|describe|when|rule)\b(?!.*\.each$)/s.test(node.expression.getText())
		? node.arguments[0]
		: undefined;

/** Without the quotes; the parts of a template stand in it as they are written. */
function textsIn(file: string): string[] {
	const source = createSourceFile(file, readFileSync(file, 'utf8'), ScriptTarget.Latest, true);
	const textsBelow = (node: Node): string[] => {
		if (isStringLiteralLike(node) || isRegularExpressionLiteral(node)) return [node.text];
		const title = titleIn(node);
		const below: string[] = [];
		node.forEachChild((child) => {
			if (child !== title) below.push(...textsBelow(child));
		});
		return isTemplateLiteral(node) ? [node.getText().slice(1, -1), ...below] : below;
	};
	return textsBelow(source);
}

/** Sentences of which no part is asserted, and why. */
const WITHOUT_TEST: Record<string, string> = {
	"isn't ${kind}": 'signers.schema.test.ts has it with its values',
	"isn't ${others.toReversed().join(', ')}, or ${last}":
		'signers.schema.test.ts has it with its values',
	'names ${label}, which ${why}': 'update.tool.test.ts has it with its values',
};

/** All rows of three words, up to a value or the end of a part of the sentence. */
function partsOf(sentence: string): string[] {
	const parts = sentence.split(/\$\{[^}]*\}|[;,.]/).map((part) => part.trim().split(/\s+/));
	return parts
		.filter(({ length }) => length > 1)
		.flatMap((words) =>
			words
				.slice(0, Math.max(1, words.length - 2))
				.map((_, at) => words.slice(at, at + 3).join(' ')),
		);
}

it('every sentence with which the nodes refuse a value is asserted', () => {
	const tests = globSync('test/{nodes,workflows}/**/*.ts')
		.filter((file) => path.resolve(file) !== __filename)
		.flatMap(textsIn)
		.map((text) => text.replaceAll('\\', '').replace(/\s+/g, ' '))
		.join('\n');
	const untested = sentencesOfNodes().filter(
		(sentence) => !partsOf(sentence).some((words) => tests.includes(words)),
	);
	expect(byName(untested)).toEqual(Object.keys(WITHOUT_TEST));
});
