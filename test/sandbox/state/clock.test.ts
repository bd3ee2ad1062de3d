import { createClock, manualClock } from '../../../sandbox/state/clock.ts';

describe('The clock', () => {
	test('stands still until it is advanced', async () => {
		const clock = manualClock(1_000);
		expect(clock.now()).toBe(1_000);
		await clock.advance(50);
		expect(clock.now()).toBe(1_050);
	});

	test('runs every due job at its own time and in order, also those that jobs add', async () => {
		const clock = manualClock(0);
		const ran: Array<[string, number]> = [];
		const note = (name: string) => () => void ran.push([name, clock.now()]);
		clock.schedule(30, note('c'));
		clock.schedule(10, () => {
			note('a')();
			clock.schedule(20, note('b'));
		});
		clock.schedule(10, note('a2'));
		clock.schedule(41, note('never'));
		clock.schedule(15, note('cancelled'))();
		await clock.advance(40);
		expect(ran).toEqual([
			['a', 10],
			['a2', 10],
			['b', 20],
			['c', 30],
		]);
	});

	test('awaits jobs', async () => {
		const clock = manualClock(0);
		let done = false;
		clock.schedule(1, async () => {
			await new Promise(setImmediate);
			done = true;
		});
		await clock.advance(1);
		expect(done).toBe(true);
	});

	test('runs by itself when it has a speed', async () => {
		const clock = createClock({ speed: 100_000, startAt: 0 });
		await new Promise<void>((ran) => clock.schedule(60_000, ran));
		expect(clock.now()).toBeGreaterThanOrEqual(60_000);
		clock.stop();
	});
});
