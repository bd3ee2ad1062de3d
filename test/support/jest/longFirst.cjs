/**
 * Long test files first, so that no core is idle at the end. Jest does so by itself where it has run before; on a
 * fresh clone it goes by the size of the files, and begins the longest last.
 */
const { default: Sequencer } = require('@jest/test-sequencer');

/** The longest first. */
const LONG = [
	'test/e2e/editor',
	'test/e2e/examples',
	'test/queue/throughWorkers',
	'test/e2e/server',
	'test/e2e/jobs',
	'test/e2e/start',
	'test/workflows/matrix/creations',
	'test/workflows/matrix/people',
	'test/workflows/matrix/sealAndValidation',
	'test/workflows/matrix/requests',
	'test/workflows/matrix/documents',
	'test/workflows/matrix/faults/faults',
	'test/validators/foreign',
	'test/nodes/shared/prepare/pdf/hostilePdfs',
	'test/workflows/ESignatureRequestTrigger/dripping',
	'test/sandbox/pages/accessibility',
	'test/sandbox/validation/signatures/families',
	'test/workflows/ESignatureDocument/largeDocuments',
	'test/live/live',
	'test/sandbox/pages/signing/look',
	'test/validators/otherWriters',
	'test/sandbox/pages/overview/overview',
	'test/workflows/ESignatureValidation/validation/validate.operation',
	'test/workflows/ESignatureRequestTrigger/trigger',
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
