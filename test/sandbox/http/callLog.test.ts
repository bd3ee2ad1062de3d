import { CallLog, type Call } from '../../../sandbox/http/callLog.ts';

/** Each body is as long as it is said. */
function logOf(lengths: number[]): CallLog {
	const log = new CallLog();
	for (const [began, receivedBytes] of lengths.entries()) {
		const call: Call = { method: 'POST', path: '/', query: '', at: 0, receivedBytes, began };
		log.push(call);
		log.keepBody(call, 'body');
	}
	return log;
}
const withBody = (log: CallLog) => log.flatMap(({ body, began }) => (body ? [began] : []));

test('the log keeps the bodies of the last 500 calls, and 64 MiB of them at most', () => {
	const MEBIBYTE = 2 ** 20;
	const many = logOf(Array<number>(502).fill(1));
	expect(many).toHaveLength(502);
	expect(withBody(many)).toEqual(Array.from({ length: 500 }, (_none, at) => at + 2));
	expect(withBody(logOf([1, 40, 24, 1, 38].map((size) => size * MEBIBYTE)))).toEqual([2, 3, 4]);
	expect(withBody(logOf([63 * MEBIBYTE, 2 * MEBIBYTE]))).toEqual([1]);
});

test('a log that was cleared begins again', () => {
	const log = logOf([60 * 2 ** 20]);
	log.clear();
	const call: Call = { ...logOf([60 * 2 ** 20])[0]!, began: 9 };
	log.push(call);
	log.keepBody(call, 'body');
	expect(withBody(log)).toEqual([9]);
});
