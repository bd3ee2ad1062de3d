/** `npm test mutation [word]`: changes the code in small ways, one at a time, and sees whether a test notices. */
import { existsSync, readFileSync } from 'node:fs';
import { Stryker } from '@stryker-mutator/core';
import { main, SetupError } from '../setup/command.mjs';
import { EQUIVALENT, MUTATED } from './mutations.mjs';

const LOWEST_SCORE = 90;
/** A machine on which much else is going on is not to be taken for a loop without end. */
const PATIENCE_MS = 30_000;
const NOTICED = ['Killed', 'Timeout'];
const UNNOTICED = ['Survived', 'NoCoverage'];

// Somewhere else than in UTC, where a time that lacks its zone would go unnoticed.
process.env.TZ = 'Asia/Kolkata';

await main(async () => {
	const [word = ''] = process.argv.slice(2);
	const rows = MUTATED.filter(({ file, isSlow }) => (word ? file.includes(word) : !isSlow));
	if (rows.length === 0) throw new SetupError(`No file to change is called like "${word}".`);
	const results = [];
	for (const row of rows) results.push(await mutate(row));
	console.log('');
	console.table(
		results.map(({ file, noticed, counted }) => ({
			file,
			noticed,
			of: counted,
			score: percent(noticed, counted),
		})),
	);
	const [noticed, counted] = ['noticed', 'counted'].map((name) =>
		results.reduce((sum, result) => sum + result[name], 0),
	);
	console.log(`\n${noticed} of ${counted} changes were noticed: ${percent(noticed, counted)} %`);
	return percent(noticed, counted) >= LOWEST_SCORE ? 0 : 1;
});

async function mutate({ file, tests }) {
	console.log(`\n— ${file}`);
	const missing = tests.find((test) => !existsSync(test));
	if (missing)
		throw new SetupError(
			`There is no test ${missing}; name another one in scripts/test/mutations.mjs.`,
		);
	const mutants = await new Stryker({
		mutate: [file],
		testRunner: 'jest',
		jest: {
			configFile: 'jest.mutation.config.js',
			config: { testMatch: tests.map((test) => `<rootDir>/${test}`) },
			enableFindRelatedTests: false,
		},
		coverageAnalysis: 'perTest',
		disableTypeChecks: file,
		ignorePatterns: [
			'/.tmp',
			'/bench',
			'/dist',
			'/docs',
			'/examples',
			'/scripts/n8n/newest',
			'/test/e2e',
		],
		// Of its own: the run that ends first removes its folder.
		tempDirName: `.tmp/stryker-${process.pid}`,
		concurrency: 2,
		timeoutMS: PATIENCE_MS,
		reporters: [],
		fileLogLevel: 'off',
		logLevel: 'error',
		warnings: false,
	}).runMutationTest();
	const noticed = mutants.filter(({ status }) => NOTICED.includes(status));
	const survivors = mutants.filter(
		(mutant) => UNNOTICED.includes(mutant.status) && !isEquivalent(file, mutant),
	);
	const counted = [...noticed, ...survivors];
	console.log(`  ${noticed.length} of ${counted.length} were noticed`);
	for (const survivor of survivors) console.log(`  ${inWords(file, survivor)}`);
	return { file, noticed: noticed.length, counted: counted.length };
}

function isEquivalent(file, mutant) {
	const { location, replacement } = mutant;
	const original = textAt(file, location);
	const line = readFileSync(file, 'utf8').split('\n')[location.start.line - 1];
	const known = EQUIVALENT[file] ?? [];
	return known.some(
		({ at = '', from, to }) => line.includes(at) && from === original && to === replacement,
	);
}

function inWords(file, mutant) {
	const { line } = mutant.location.start;
	return `${file}:${line} survives: ${textAt(file, mutant.location)} → ${mutant.replacement}`;
}

/** Lines and columns count from 1. */
function textAt(file, { start, end }) {
	const lines = readFileSync(file, 'utf8')
		.split('\n')
		.slice(start.line - 1, end.line);
	lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
	lines[0] = lines[0].slice(start.column - 1);
	return lines.join('\n');
}

function percent(part, whole) {
	return whole === 0 ? 100 : Math.floor((part / whole) * 1000) / 10;
}
