/** Switches on the mutant that worker.mjs asks for, notes which tests reach which mutants, and stops at the first failure. */
const PlainNode = require('../../../test/support/jest/environment.cjs');

const { trial } = globalThis;

module.exports = class WithMutants extends PlainNode {
	constructor(...args) {
		super(...args);
		// These names are those of @stryker-mutator/instrumenter.
		this.mutants = this.global.__stryker__ = { activeMutant: trial.mutant };
	}

	handleTestEvent(event, state) {
		super.handleTestEvent(event, state);
		const { name, test } = event;
		trial.onEvent();
		if (name === 'test_start') {
			const title = process.env.CURRENT_TEST;
			this.mutants.currentTestId = title;
			const isAsked = trial.titles?.includes(title) ?? true;
			if (trial.isFailed || !isAsked) test.mode = 'skip';
		}
		if (name === 'test_done') {
			this.mutants.currentTestId = undefined;
			if (test.errors.length > 0) {
				trial.isFailed = true;
				trial.failed ??= [process.env.CURRENT_TEST];
			}
		}
	}

	async teardown() {
		const { static: always = {}, perTest = {} } = this.mutants.mutantCoverage ?? {};
		trial.reached = { always, perTest };
		await super.teardown();
	}
};
