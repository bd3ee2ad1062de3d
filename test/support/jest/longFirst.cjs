/**
 * Long test files first, so that no core is idle at the end. Jest does so by itself where it has run before; on a
 * fresh clone it goes by the size of the files, and begins the longest last.
 */
const { default: Sequencer } = require('@jest/test-sequencer');

/** The longest first. */
const LONG = [
	'test/e2e/jobs',
	'test/e2e/examples',
	'test/e2e/editor',
	'test/queue/throughWorkers',
	'test/e2e/server',
	'test/e2e/trigger',
	'test/e2e/review',
	'test/e2e/start',
	'test/e2e/waiting',
	'test/sandbox/validation/signatures/families',
	'test/workflows/matrix/creations',
	'test/workflows/ESignaturePollingTrigger/longLists',
	'test/sandbox/documents/hostileDocuments',
	'test/workflows/matrix/faults/faults',
	'test/workflows/ESignatureRequestTrigger/trigger',
	'test/workflows/matrix/requests',
	'test/workflows/matrix/people',
	'test/validators/foreign',
	'test/workflows/matrix/documents',
	'test/workflows/ESignatureRequest/request/sendAndWait/manyItems',
	'test/sandbox/validation/signatures/verify',
	'test/live/main',
	'test/workflows/ESignatureDocument/largeDocuments',
	'test/validators/otherWriters',
	'test/sandbox/pages/accessibility',
	'test/workflows/matrix/sealAndValidation',
	'test/workflows/ESignatureSeal/largeSeals',
	'test/workflows/ESignatureRequestTrigger/dripping',
	'test/workflows/ESignaturePollingTrigger/exactlyOnce',
];

module.exports = class LongFirst extends Sequencer {
	sort(tests) {
		const rankOf = ({ path }) => {
			const rank = LONG.findIndex((name) => path.includes(`/${name}.test.`));
			return rank === -1 ? LONG.length : rank;
		};
		return super.sort(tests).toSorted((one, other) => rankOf(one) - rankOf(other));
	}
};
