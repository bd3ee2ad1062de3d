/** What breaks while callers, people, callbacks, polls and waiting executions are at work. */
import { randomFrom, seed } from '../../support/jest/random.ts';
import { absences, kills, restartAll } from '../support/breaking.ts';
import { fatesOf, markOf } from '../support/fates.ts';
import { Load } from '../support/load.ts';
import type { Stage } from '../support/stage.ts';

const CALLERS = 4;
const REQUESTS = 12;

export function faults(stage: () => Stage) {
	const underLoad = async (name: string, fault?: (load: Load) => Promise<void>) => {
		await stage().revive();
		const random = randomFrom(seed);
		const before = await markOf(stage());
		const load = new Load(stage(), { random, name });
		load.begin(CALLERS);
		let revived: number;
		try {
			await load.grow(REQUESTS);
			await fault?.(load);
			revived = await stage().revive();
			await stage().untilReady();
			await load.grow(REQUESTS);
		} finally {
			await load.stop();
		}
		const { fates, counts } = await fatesOf(stage(), load, before);
		const inWords = Object.entries({ ...counts, processesThatEnded: revived });
		stage().figures.push({ what: name, ...Object.fromEntries(inWords) });
		const none: string[] = [];
		expect(fates).toEqual({ createdTwice: none, wrong: none, lost: none, ordersLost: none });
	};

	it.each([...kills.slice(0, 2), ...absences])(
		`nothing is lost: $name (SEED=${seed})`,
		async ({ name, happen }) => {
			await underLoad(name, async (load) => {
				await happen(stage().cluster, async () => await load.grow(REQUESTS));
			});
		},
	);

	const { FAKETIME_LIBRARY: library } = process.env;
	(library === undefined ? it.skip : it)(
		`nothing is lost when clocks are ten minutes apart (SEED=${seed})`,
		async () => {
			const ahead = {
				LD_PRELOAD: library!,
				FAKETIME: '+10m',
				FAKETIME_DONT_FAKE_MONOTONIC: '1',
			};
			const { hooks, workers } = stage().cluster;
			const halves = [hooks[1]!, workers[1]];
			await restartAll(halves, ahead);
			await underLoad('clocks 10 minutes apart');
			await restartAll(halves);
		},
	);
}
