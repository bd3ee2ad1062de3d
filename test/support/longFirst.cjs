/**
 * Long test files first, so that no core is idle at the end. Jest does so by itself where it has run before; on a
 * fresh clone it goes by the size of the files, and begins the longest last.
 */
const { default: Sequencer } = require('@jest/test-sequencer');

/** The longest first. */
const LONG = [
	'test/e2e/polling',
	'test/e2e/kill',
	'test/e2e/threeTriggers',
	'test/e2e/examples',
	'test/e2e/hostile',
	'test/e2e/panel',
	'test/e2e/sealing',
	'test/e2e/commandLine',
	'test/e2e/editor',
	'test/e2e/canvas',
	'test/e2e/trigger',
	'test/e2e/waiting',
	'test/validators/foreign',
	'test/workflows/matrix/emptyValues',
	'test/workflows/ESignatureDocument/largeDocuments',
	'test/workflows/ESignatureRequestTrigger/dripping',
	'test/workflows/matrix/faults/faults',
	'test/workflows/ESignaturePollingTrigger/longLists',
	'test/sandbox/documents/hostileDocuments',
	'test/workflows/ESignatureRequest/request/create/create.large',
	'test/workflows/matrix/creations',
	'test/workflows/ESignatureSeal/largeSeals',
	'test/workflows/matrix/people',
	'test/sandbox/documents/largeDocuments',
	'test/workflows/matrix/requests',
	'test/workflows/ESignatureRequestTrigger/trigger',
	'test/workflows/matrix/sealAndValidation',
	'test/workflows/ESignatureValidation/validation/validate.operation',
	'test/workflows/ESignatureRequest/request/draftDocument/addDocument.operation',
	'test/workflows/ESignatureDocument/memoryMode',
	'test/workflows/matrix/documents',
	'test/workflows/ESignaturePollingTrigger/exactlyOnce',
	'test/live/live',
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
