/**
 * Node for tests, with five differences:
 * - The globals are those of a plain context (vm.constants.DONT_CONTEXTIFY): in jest's own every use of `Buffer` or
 *   `Object` goes through interceptors, which takes a hundred times as long.
 * - All files of a worker share these globals, and with them the libraries: see runtime.cjs.
 * - The project can choose the time zone, which a test can change: code that takes a time for that of its machine goes
 *   unnoticed in UTC. Jest gives a test a copy of `process.env`, so that the zone can only be set out here.
 * - fetch opens a connection for each call. By default it keeps them, and a server closes one that lies idle: a call
 *   that is just on its way is lost then.
 * - Nothing but this machine can be reached, neither from here nor from what a test starts: see loopbackOnly.cjs.
 */
const { existsSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');
const { Agent, setGlobalDispatcher } = require('undici');

setGlobalDispatcher(new Agent({ pipelining: 0 }));

process.env.FOREIGN_CALLS = path.join(tmpdir(), `esignature-foreign-calls-${process.pid}`);
const guard = require.resolve('./loopbackOnly.cjs');
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(guard)}`;
require(guard);

module.exports = class PlainNode extends TestEnvironment {
	constructor(config, context) {
		const { timeZone } = config.projectConfig.testEnvironmentOptions;
		if (timeZone) setTimeZone(timeZone);
		super(config, context);
		const global = withGlobalsOf(this.global, timeZone);
		this.global = this.context = global;
		// Both work on the globals of a test.
		this.moduleMocker = new this.moduleMocker.constructor(global);
		const { constructor: FakeTimers } = this.fakeTimersModern;
		this.fakeTimersModern = new FakeTimers({ config: config.projectConfig, global });
		global.setTimeZone = setTimeZone;
	}

	handleTestEvent({ name, test }, state) {
		if (name === 'test_start') {
			const title = titleOf(test);
			// Jest has given the test a copy.
			for (const { env } of [process, this.global.process]) env.CURRENT_TEST = title;
		}
		if (name === 'test_done') test.errors.push(...takeForeignCalls());
		// Between the tests, in hooks.
		if (name === 'run_finish') state.unhandledErrors.push(...takeForeignCalls());
	}

	/** Libraries load more of their modules when they need them, in a later test file too. */
	async teardown() {
		await super.teardown();
		this.context = this.global;
	}
};

/** With the titles of the blocks around it. */
function titleOf({ name, parent }) {
	return parent?.parent ? `${titleOf(parent)} ${name}` : name;
}

function takeForeignCalls() {
	const { FOREIGN_CALLS: file } = process.env;
	if (!existsSync(file)) return [];
	const lines = readFileSync(file, 'utf8').trim().split('\n');
	rmSync(file);
	// Where they were read is of no use.
	return lines.map((line) => Object.assign(new Error(line), { stack: line }));
}

/** The symbols that jest has registered too. */
const OF_JEST = new Set(['EVENT_HANDLERS', '$$jest-matchers-object']);

/** By the time zone, which libraries may remember. */
const contexts = new Map();

/** JavaScript's own globals are there already, but for those that Node's functions hand out. */
function withGlobalsOf(given, timeZone) {
	if (!contexts.has(timeZone)) {
		const global = vm.createContext(vm.constants.DONT_CONTEXTIFY);
		contexts.set(timeZone, { global, own: new Set(Reflect.ownKeys(global)) });
	}
	const { global, own } = contexts.get(timeZone);
	// What jest has kept of the last file; libraries register the symbols under which they keep something.
	for (const key of Object.getOwnPropertySymbols(global)) {
		const name = Symbol.keyFor(key);
		if (!own.has(key) && (name === undefined || OF_JEST.has(name))) delete global[key];
	}
	for (const key of Reflect.ownKeys(given)) {
		// Node 26 prints a warning when it is looked at.
		if (own.has(key) || key === 'localStorage') continue;
		const { enumerable } = Object.getOwnPropertyDescriptor(given, key);
		const value = given[key];
		Object.defineProperty(global, key, { value, enumerable, configurable: true, writable: true });
	}
	const { Buffer, ArrayBuffer, Uint8Array } = given;
	return Object.assign(global, { global, Buffer, ArrayBuffer, Uint8Array });
}

function setTimeZone(name) {
	process.env.TZ = name;
}
