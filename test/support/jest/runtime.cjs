/**
 * Jest loads every module anew for each test file, and n8n's engine takes longer to load than most files take to run.
 * Here that holds for our nodes and for what the tests are made of: what lies in node_modules is loaded once in each
 * worker, and so is the sandbox, which keeps nothing outside of what `startSandbox` returns but threads and keys.
 */
const path = require('node:path');
const { default: Runtime } = require('jest-runtime');

const SANDBOX = path.join(__dirname, '../../../sandbox', path.sep);
const LIBRARIES = path.join(path.sep, 'node_modules', path.sep);

/** By the globals that they see. */
const sharedByGlobal = new Map();

module.exports = class OwnModulesAnew extends Runtime {
	constructor(...args) {
		super(...args);
		const [, { global }] = args;
		if (!sharedByGlobal.has(global)) sharedByGlobal.set(global, new SharedModules(...args));
		this.shared = sharedByGlobal.get(global);
		this.shared.ofTestFile = this;
	}

	requireModuleOrMock(from, name) {
		if (!isShared(this, from, name)) return super.requireModuleOrMock(from, name);
		return this.shared.requireModule(from, name);
	}
};

/** Outlives the test files. What is not shared, such as our nodes, which n8n loads, it leaves to the one that runs. */
class SharedModules extends Runtime {
	requireModuleOrMock(from, name) {
		if (!isShared(this, from, name)) return this.ofTestFile.requireModuleOrMock(from, name);
		return super.requireModuleOrMock(from, name);
	}
}

function isShared(runtime, from, name) {
	try {
		const file = runtime._resolution.resolveCjs(from, name);
		return file.startsWith(SANDBOX) || file.includes(LIBRARIES);
	} catch {
		// There is no such module; jest says so.
		return false;
	}
}
