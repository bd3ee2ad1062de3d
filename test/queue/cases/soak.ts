/** Everything at once, with faults at random: SOAK_SECONDS and SEED say for how long, and which faults come when. */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom, seed } from '../../support/jest/random.ts';
import { absences, kills, restarts, type Fault } from '../support/breaking.ts';
import { fatesOf, markOf } from '../support/fates.ts';
import { Load } from '../support/load.ts';
import type { Stage } from '../support/stage.ts';

const CALLERS = 8;
const PROCESSES = 5;

const FAULTS = [...kills, ...restarts, ...absences];
const PAUSE_MS = 15_000;

export function soak(stage: () => Stage) {
	const seconds = Number(process.env.SOAK_SECONDS ?? 600);

	it(`every request's fate is the same in the workflows and in the service after ${seconds} s (SEED=${seed})`, async () => {
		const random = randomFrom(seed);
		const before = await markOf(stage());
		const load = new Load(stage(), { random, name: 'soak' });
		const happened: Fault[] = [];
		const end = performance.now() + seconds * 1000;
		load.begin(CALLERS);
		try {
			await load.grow(CALLERS);
			do {
				const fault = random.pick(FAULTS);
				happened.push(fault);
				await fault.happen(stage().cluster);
				await stage().revive();
				await sleep(PAUSE_MS);
			} while (performance.now() < end);
		} finally {
			await load.stop();
		}
		await stage().untilReady();
		const { fates, counts, receivedTwice } = await fatesOf(stage(), load, before);
		const { calls, logins } = stage().seen;
		const killed = happened.filter((one) => kills.includes(one)).length;
		const figures = {
			...{ processes: PROCESSES, calls, faults: happened.length, kills: killed },
			...{ ...counts, lost: fates.lost.length, logins: logins - load.ownLogins },
		};
		for (const [what, number] of Object.entries(figures)) stage().figures.push({ what, number });
		stage().figures.push(...receivedTwice.map((what) => ({ what, number: 'twice' })));
		const none: string[] = [];
		expect(fates).toEqual({ createdTwice: none, wrong: none, lost: none, ordersLost: none });
	}, 1_800_000);
}
