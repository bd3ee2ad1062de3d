import { isFirstCall, occurrencesOf } from '../../../nodes/ESignatureRequestTrigger/occurrences';
import type { CallbackEvent } from '../../../nodes/shared/requests/callbackEvent';
import { SignatureRequest } from '../../../nodes/shared/requests/signatureRequest.schema';

const at = (minute: number) => Date.UTC(2026, 10, 2, 12, minute);
const timeAt = (minute: number) => new Date(at(minute)).toISOString();
const read = (answer: object) => SignatureRequest.parse({ id: 'r1', ...answer });

const open = (sid?: string) => ({ sid, status_code: 'OPEN' });
const signed = (sid?: string, minute?: number) => ({
	sid,
	status_code: 'SIGNED',
	...(minute !== undefined && { signed_at: timeAt(minute) }),
});

function possible(answer: object, event: CallbackEvent = 'update', signatureId = '') {
	return occurrencesOf({ request: read(answer), event, signatureId });
}
const signersOf = (signatures: object[], signatureId = '') => {
	const { occurrences, most } = possible({ signatures }, 'update', signatureId);
	return [occurrences.map((one) => one.signatureId), most];
};

describe('an update stands for', () => {
	it.each([
		['the signature that it names', [signed('a', 1), signed('b', 2), open('c')], 'a', [['a'], 1]],
		['any, where it names none', [signed('a', 1), signed('b', 2), open('c')], '', [['b', 'a'], 2]],
		['any, where it names a stranger', [signed('a', 1), open('b')], 'z', [['a'], 1]],
		[
			'any but the one that completed the request, as long as there are others',
			[signed('a', 3), signed('b', 2), signed('c', 1)],
			'a',
			[['b', 'c', 'a'], 2],
		],
		[
			'the one that it names, of two at the same time',
			[signed('a', 1), signed('b', 1)],
			'b',
			[['b'], 1],
		],
		['the one that it names, without times', [signed('a'), signed('b')], 'b', [['b'], 1]],
		['a number, where there are no ids', [signed('', 1), open('')], '', [[undefined], 1]],
		[
			'a number, where ids are not unique',
			[signed('a', 1), signed('a', 2), open()],
			'a',
			[[undefined, undefined], 2],
		],
	])('%s', (_title, signatures, signatureId, expected) => {
		expect(signersOf(signatures, signatureId)).toEqual(expected);
	});

	it('the same event when an earlier signature is shown later', () => {
		const eventIdOf = (signatures: object[]) =>
			possible({ signatures }, 'update', 'b').occurrences.map(({ eventId }) => eventId);
		const before = eventIdOf([open('a'), signed('b', 2), open('c')]);
		expect(eventIdOf([signed('a', 1), signed('b', 2), open('c')])).toEqual(before);
		expect(eventIdOf([signed('a', 1), signed('b', 2), signed('c', 3)])).toEqual(before);
	});
});

describe('the earliest moment', () => {
	const [created_at, updated_at] = [timeAt(0), timeAt(9)];
	it.each<[string, object, CallbackEvent, number | undefined]>([
		[
			'of an update is that of its signature',
			{ created_at, updated_at, signatures: [signed('a', 3), open('b')] },
			'update',
			at(3),
		],
		[
			'of an update without one is unknown, whatever the request shows',
			{ created_at, updated_at, signatures: [signed('a'), open('b')] },
			'update',
			undefined,
		],
		[
			'of a counted update is that of its signature',
			{ created_at, signatures: [signed('', 3), open('')] },
			'update',
			at(3),
		],
		[
			'of a counted update is unsure, unless all have one',
			{ created_at, signatures: [signed('', 3), signed('')] },
			'update',
			undefined,
		],
		[
			'of a success is the last signature',
			{ created_at, updated_at, signatures: [signed('a', 3), signed('b', 5)] },
			'success',
			at(5),
		],
		[
			'of a success without one is the last change',
			{ created_at, updated_at, signatures: [signed('a')] },
			'success',
			at(9),
		],
		[
			'of another end is the last change',
			{ created_at, updated_at, signatures: [signed('a', 3)] },
			'error',
			at(9),
		],
		['of an end without one is unknown', { created_at }, 'error', undefined],
		[
			'is unknown where the service returns no time',
			{ signatures: [signed('a'), open('b')] },
			'update',
			undefined,
		],
	])('%s', (_title, answer, event, expected) => {
		expect(possible(answer, event).occurrences[0]!.earliestMs).toBe(expected);
	});
});

const MINUTES = 60_000;

it.each([
	['long before this process', 10_000, 60_000, false],
	['a second before it, by a clock of whole seconds', 10_000, 10_000, false],
	['when it began', 10_000, 10_000 - 1, false],
	['when it began, by a clock that was set by two seconds', 10_000, 8_000 - 1, false],
	['in its lifetime, some seconds ago', 10_000, 6_999, 'unknown'],
	['in its lifetime, a minute ago', 60 * MINUTES, MINUTES, 'unknown'],
	['in its lifetime, longer ago than a first call takes', 60 * MINUTES, 2 * MINUTES, false],
	['now', 10_000, 0, true],
	['now, by clocks of whole seconds', 10_000, 2_999, true],
	['later than now, by a clock that was set', 10_000, -60_000, true],
])('what happened %s: covered %d ms, %d ms ago, first call: %p', (_title, coveredMs, ageMs, is) => {
	const times = { serviceNowMs: at(0), coveredMs };
	expect(isFirstCall({ earliestMs: at(0) - ageMs }, times)).toBe(is);
});

it('an event without a time may have been called before', () => {
	const coveredMs = 10_000;
	expect(isFirstCall({}, { serviceNowMs: at(0), coveredMs })).toBe(false);
	expect(isFirstCall({ earliestMs: at(0) }, { coveredMs })).toBe(false);
});
