/** Switches on the mutant that worker.mjs asks for, counts how often each mutant is reached, and stops at the first failure. */
const PlainNode = require('../../../test/support/jest/environment.cjs');

const { trial } = globalThis;

module.exports = class WithMutants extends PlainNode {
	constructor(...args) {
		super(...args);
		// The name is that of @stryker-mutator/instrumenter.
		this.mutants = this.global.__stryker__ = { activeMutant: trial.mutant };
	}

	handleTestEvent(event, state) {
		super.handleTestEvent(event, state);
		trial.onEvent();
		if (event.name === 'test_done' && event.test.errors.length > 0) trial.isFailed = true;
		if (event.name === 'test_start' && trial.isFailed) event.test.mode = 'skip';
	}

	async teardown() {
		trial.hits = this.mutants.mutantCoverage?.static ?? {};
		await super.teardown();
	}
};
