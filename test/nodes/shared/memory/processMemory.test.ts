import { setBounded, shouldLog } from '../../../../nodes/shared/memory/processMemory';

it('forgets the oldest entries, and a renewed one is not old', () => {
	const map = new Map([
		['a', 1],
		['b', 2],
	]);
	setBounded(map, 'a', 3, 2);
	setBounded(map, 'c', 4, 2);
	expect([...map]).toEqual([
		['a', 3],
		['c', 4],
	]);
});

it('speaks once a minute at each place', () => {
	const times: Array<[string, number]> = [
		['a', 0],
		['a', 59_999],
		['b', 59_999],
		['a', 60_000],
	];
	expect(times.map(([place, nowMs]) => shouldLog(place, nowMs))).toEqual([true, false, true, true]);
});
