/**
 * Node, in a time zone that the project chooses and a test can change: code that takes a time for that of its machine
 * goes unnoticed in UTC. Jest gives a test a copy of `process.env`, so the zone can only be set out here.
 */
const { TestEnvironment } = require('jest-environment-node');

module.exports = class TimeZone extends TestEnvironment {
	constructor(config, context) {
		setTimeZone(config.projectConfig.testEnvironmentOptions.timeZone);
		super(config, context);
		this.global.setTimeZone = setTimeZone;
	}
};

function setTimeZone(name) {
	process.env.TZ = name;
}
