/**
 * Node for tests, with two differences. The globals are those of a plain context (vm.constants.DONT_CONTEXTIFY): in
 * jest's own every use of `Buffer` or `Object` goes through interceptors, which takes a hundred times as long. And the
 * project can choose the time zone, which a test can change: code that takes a time for that of its machine goes
 * unnoticed in UTC. Jest gives a test a copy of `process.env`, so that the zone can only be set out here.
 */
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

module.exports = class PlainNode extends TestEnvironment {
	constructor(config, context) {
		const { timeZone } = config.projectConfig.testEnvironmentOptions;
		if (timeZone) setTimeZone(timeZone);
		super(config, context);
		const global = withGlobalsOf(this.global);
		this.global = this.context = global;
		// Both work on the globals of a test.
		this.moduleMocker = new this.moduleMocker.constructor(global);
		const { constructor: FakeTimers } = this.fakeTimersModern;
		this.fakeTimersModern = new FakeTimers({ config: config.projectConfig, global });
		global.setTimeZone = setTimeZone;
	}
};

/** JavaScript's own are there already, but for those that Node's functions hand out. */
function withGlobalsOf(given) {
	const plain = vm.createContext(vm.constants.DONT_CONTEXTIFY);
	for (const key of Reflect.ownKeys(given)) {
		if (Object.hasOwn(plain, key)) continue;
		const { enumerable } = Object.getOwnPropertyDescriptor(given, key);
		const value = given[key];
		Object.defineProperty(plain, key, { value, enumerable, configurable: true, writable: true });
	}
	const { Buffer, ArrayBuffer, Uint8Array } = given;
	return Object.assign(plain, { global: plain, Buffer, ArrayBuffer, Uint8Array });
}

function setTimeZone(name) {
	process.env.TZ = name;
}
