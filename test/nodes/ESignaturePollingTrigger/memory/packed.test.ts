import {
	PACKED_IDS,
	PACKED_NUMBERED,
	packIds,
	packNumbered,
	unpackIds,
	unpackNumbered,
} from '../../../../nodes/ESignaturePollingTrigger/memory/packed';
import { shortId } from '../../../../nodes/ESignaturePollingTrigger/shortId';
import { fc } from '../../../support/property';

const ids = fc.array(fc.string().map(shortId));
const moments = fc.integer({ min: 0, max: Date.UTC(2100, 0) });

it('brings back what was packed', () => {
	fc.assert(
		fc.property(ids, moments, (all, number) => {
			expect(packIds(all)).toMatch(PACKED_IDS);
			expect(unpackIds(packIds(all))).toEqual(all);
			const pairs = all.map((id, index): [string, number] => [id, Math.max(0, number - index)]);
			expect(packNumbered(pairs)).toMatch(PACKED_NUMBERED);
			expect(unpackNumbered(packNumbered(pairs))).toEqual(pairs);
		}),
	);
});

it.each(['a', 'abcdefgh ', 'abcdefgh\n'])('takes %j for damaged', (text) => {
	expect(text).not.toMatch(PACKED_IDS);
	expect(text).not.toMatch(PACKED_NUMBERED);
});
