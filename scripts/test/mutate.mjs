/**
 * `npm test mutation -- --sample 300 --seed 1 --minutes 60`: changes the code in small ways (mutants), one at a time, and
 * sees whether a test of `npm test` notices; those in a real n8n are left out. It prints two scores, each for a random
 * sample: of all nodes and the credential, and of the core: reading fields, bodies, the client, callbacks, polling.
 *
 * Not mutated are texts for people (strings with a space), and the strings and settings in descriptions of forms.
 */
import { fork } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import ts from 'typescript';
import { buildIfStale } from '../package/builtPackage.mjs';
import { main, SetupError } from '../setup/command.mjs';
import { root } from '../setup/setup.mjs';
import { randomFrom } from '../../test/support/jest/random.ts';
import core from './mutation/core.json' with { type: 'json' };

const LOWEST = { all: 85, core: 90 };
const FORM = /\.(fields|node)\.ts$/;
/** A field, an entry of a dropdown, and which of them are shown. */
const DESCRIBES = /^\{\s*(displayName\b|name: .*\bvalue:)|^\{\s*(show|hide): \{/s;
const OF_FORMS = ['StringLiteral', 'BooleanLiteral', 'ObjectLiteral', 'ArrayDeclaration'];
/** Of CPU. What no test has noticed by then counts as unnoticed, although a slower one might notice it. */
const MOST_SECONDS_PER_MUTANT = 40;
/** No test ends for this long, and three times as long as the whole file takes: a loop without end. */
const PATIENCE_SECONDS = 60;
const MOST_PATIENCE = 600;
const MOST_BYTES = 2e9;
const ENGINE = /[/\\]test[/\\](workflows|live)[/\\]/;
const folder = path.join(root, '.tmp/mutation');

/** A process that runs test files; the next call starts it again after it was stopped. */
class Worker {
	start() {
		const flags = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'];
		const file = path.join(import.meta.dirname, 'mutation/worker.mjs');
		// What tests print is of no use.
		const stdio = ['ignore', 'ignore', 'ignore', 'ipc'];
		this.child = fork(file, { execArgv: flags, stdio, cwd: root });
		this.started = this.answer();
	}

	async files() {
		if (!this.child) this.start();
		const answer = await this.started;
		if (!answer) throw new SetupError('Jest does not start; `npm test unit` says why.');
		return answer.files;
	}

	/** Runs one file, if asked with a mutant, or only some of its tests; ending, or no sign of life for so many seconds, is a failure. */
	async run({ patience = MOST_PATIENCE, ...trial }) {
		await this.files();
		this.child.send(trial);
		const answer = await this.answer(patience);
		if (!answer || answer.bytes > MOST_BYTES) this.stop();
		return answer ?? { isFailed: true, reaching: {}, seconds: 0, cpuSeconds: 0 };
	}

	async answer(patience = MOST_PATIENCE) {
		const { child } = this;
		let timer;
		return await new Promise((resolve) => {
			const giveUp = () => resolve(undefined);
			const wait = () => {
				clearTimeout(timer);
				timer = setTimeout(giveUp, patience * 1000);
			};
			wait();
			child.once('exit', giveUp).on('message', (message) => {
				if (message.isAlive) wait();
				else resolve(message);
			});
		}).finally(() => {
			clearTimeout(timer);
			child.removeAllListeners();
		});
	}

	stop() {
		this.child?.kill('SIGKILL');
		this.child = undefined;
	}
}

await main(async () => {
	const { values } = parseArgs({
		options: {
			sample: { type: 'string', default: '300' },
			seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
			workers: { type: 'string', default: '2' },
			minutes: { type: 'string', default: 'Infinity' },
		},
	});
	const [size, seed, workers, minutes] = ['sample', 'seed', 'workers', 'minutes'].map((name) =>
		Number(values[name]),
	);
	const again = `npm run test:mutation -- --sample ${size} --seed ${seed}`;
	console.log(`The seed is ${seed}. To repeat this: ${again}`);
	await buildIfStale();
	const mutants = await placeMutants();
	const ofCore = new Set(globSync(core, { cwd: root }));
	const pools = { all: mutants, core: mutants.filter(({ file }) => ofCore.has(file)) };
	const samples = Object.entries(pools).map(([name, pool]) => ({
		name,
		pool,
		sample: randomFrom(seed).shuffled(pool).slice(0, size),
	}));

	// In turn, so that each is a random sample even if time runs out.
	const order = [...samples[0].sample.keys()].flatMap((at) =>
		samples.flatMap(({ sample }) => sample[at] ?? []),
	);
	const wanted = [...new Set(order)].map(({ id }) => id);

	const crew = Array.from({ length: workers }, () => new Worker());
	const files = await crew[0].files();
	const untilMs = Date.now() + minutes * 60_000;
	// Most mutants need none of n8n's engine to be noticed, and a file with it takes ten times as long.
	const rounds = [
		files.filter((file) => !ENGINE.test(file)),
		files.filter((file) => ENGINE.test(file)),
	];
	for (const [at, round] of rounds.entries()) {
		const baseline = await measure(round, crew, wanted);
		let tried = 0;
		const left = [...new Set(order)].filter(({ fate }) => !fate);
		await share(left, crew, async (mutant, worker) => {
			if (Date.now() > untilMs) return;
			const fate = await tryOut(mutant, worker, baseline);
			if (fate === 'noticed' || at === rounds.length - 1) mutant.fate = fate;
			console.log(`${++tried} of ${left.length}: ${fate} ${inWords(mutant)}`);
			if (tried % 20 === 0) for (const one of samples) console.log(`  ${scoreInWords(one)}`);
		});
	}
	for (const worker of crew) worker.stop();

	for (const { name, pool, sample } of samples) report(name, pool, sample);
	console.log(`\nTo repeat this: ${again}`);
	return samples.every(({ name, sample }) => 100 * scoreOf(sample).score >= LOWEST[name]) ? 0 : 1;
});

/** How long each file takes, and which of its tests reach which mutants. */
async function measure(files, crew, wanted) {
	const measured = [];
	let ran = 0;
	await share(files, crew, async (file, worker) => {
		const { isFailed, ...found } = await worker.run({ file, wanted });
		const name = path.relative(root, file);
		console.log(`${++ran} of ${files.length}: ${name}, ${found.seconds.toFixed(1)} s`);
		if (isFailed) console.log('  is left out, because it fails without any change');
		else measured.push({ file, name, ...found });
	});
	return measured;
}

/** Writes the code with all mutants in it, and returns those that count. */
async function placeMutants() {
	const names = globSync('{nodes,credentials}/**/*.ts', { cwd: root }).sort();
	const files = names.map((name) => {
		return { name, mutate: true, content: readFileSync(path.join(root, name), 'utf8') };
	});
	const logger = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
	const options = { excludedMutations: [], ignorers: [], plugins: null, noHeader: false };
	const placed = await new Instrumenter(logger).instrument(files, options);
	rmSync(folder, { recursive: true, force: true });
	for (const { name, content } of placed.files) {
		mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
		writeFileSync(path.join(folder, name), content);
	}
	const sources = new Map(
		files.map(({ name, content }) => {
			return [name, ts.createSourceFile(name, content, ts.ScriptTarget.Latest, true)];
		}),
	);
	return placed.mutants
		.map(({ id, fileName, location, mutatorName, replacement }) => {
			const source = sources.get(fileName);
			const [start, end] = [location.start, location.end].map(({ line, column }) =>
				source.getPositionOfLineAndCharacter(line, column),
			);
			return {
				...{ id, file: fileName, line: location.start.line + 1, mutatorName, replacement },
				original: source.text.slice(start, end),
				isOfForm: FORM.test(fileName) || isInForm(source, start, end),
			};
		})
		.filter(isBehavior);
}

/** Whether an object that describes a part of a form holds all of it. */
function isInForm(source, start, end) {
	const holds = (node) => node.getStart() <= start && node.end >= end;
	const search = (node) => {
		const isForm = ts.isObjectLiteralExpression(node) && DESCRIBES.test(node.getText());
		return holds(node) && (isForm || ts.forEachChild(node, search));
	};
	return search(source) ?? false;
}

function isBehavior({ isOfForm, mutatorName, original }) {
	if (isOfForm && OF_FORMS.includes(mutatorName)) return false;
	return mutatorName !== 'StringLiteral' || !/\s/.test(original.replace(/\$\{[^}]*\}/g, ''));
}

async function tryOut(mutant, worker, baseline) {
	const { id } = mutant;
	const files = baseline
		.filter(({ reaching }) => reaching[id])
		.map((tests) => ({ ...tests, promise: promiseOf(tests, mutant) }))
		.sort((one, other) => other.promise - one.promise);
	let spent = 0;
	for (const { file, seconds, reaching } of files) {
		if (spent > MOST_SECONDS_PER_MUTANT) return 'unnoticed';
		const titles = reaching[id] === 'all' ? undefined : reaching[id];
		const patience = PATIENCE_SECONDS + 3 * seconds;
		const run = async (trial) => {
			const answer = await worker.run({ file, titles, patience, ...trial });
			spent += answer.cpuSeconds;
			return answer;
		};
		const { isFailed, failed = titles } = await run({ mutant: id });
		if (!isFailed) continue;
		// It may have failed because of what a mutant before this one has left behind.
		if (!(await run({ titles: failed })).isFailed) return 'noticed';
		worker.stop();
		if ((await run({ mutant: id })).isFailed) return 'noticed';
	}
	return 'unnoticed';
}

/** Much for tests that take little time, and lie where the code lies. */
function promiseOf({ name, cpuSeconds }, { file }) {
	const folders = name.split('/');
	const shared = file.split('/').filter((folder) => folders.includes(folder)).length;
	return 4 ** shared / cpuSeconds;
}

/** Each worker takes the next one when it is done. */
async function share(list, crew, work) {
	const queue = list.values();
	await Promise.all(
		crew.map(async (worker) => {
			for (const one of queue) await work(one, worker);
		}),
	);
}

function report(name, pool, sample) {
	const tried = decidedIn(sample);
	console.log(`\n${name}: ${tried.length} of ${pool.length} mutants tried`);
	for (const mutant of tried.filter(({ fate }) => fate === 'unnoticed')) {
		console.log(`  ${inWords(mutant)}`);
	}
	console.log(scoreInWords({ name, sample }));
}

function scoreInWords({ name, sample }) {
	const { score, from, to, count } = scoreOf(sample);
	const [percent, low, high] = [score, from, to].map((share) => (100 * share).toFixed(1));
	return `${name}: ${percent} % of ${count} noticed, with 95 % confidence between ${low} and ${high} %`;
}

/** Up to the first that is open: of those behind it, the ones that are decided are easier to notice. */
function decidedIn(sample) {
	const open = sample.findIndex(({ fate }) => !fate);
	return open === -1 ? sample : sample.slice(0, open);
}

/** With the interval of Wilson. */
function scoreOf(sample) {
	const tried = decidedIn(sample);
	const count = tried.length;
	const score = tried.filter(({ fate }) => fate === 'noticed').length / count;
	const z = 1.96;
	const middle = score + z ** 2 / (2 * count);
	const half = z * Math.sqrt((score * (1 - score)) / count + z ** 2 / (4 * count ** 2));
	const [from, to] = [-1, 1].map((sign) => (middle + sign * half) / (1 + z ** 2 / count));
	return { score, from, to, count };
}

function inWords({ file, line, original, replacement }) {
	const [before, after] = [original, replacement].map((text) => {
		const short = text.replace(/\s+/g, ' ');
		return short.length > 60 ? `${short.slice(0, 57)}…` : short;
	});
	return `${file}:${line} ${before} → ${after}`;
}
