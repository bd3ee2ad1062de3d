/** Chance that can be repeated: equal seeds give equal sequences. */
export interface Random {
	/** From 0 up to, and without, 1. */
	next(): number;
	/** A whole number from 0 up to, and without, the limit. */
	below(limit: number): number;
	pick<T>(list: readonly T[]): T;
	hex(length: number): string;
	shuffled<T>(list: readonly T[]): T[];
}

const { SEED, TRIES } = process.env;

/** The same in each run of all tests. Commands that try others set SEED: scripts/test/testGroups.mjs. */
export const seed = Number(SEED ?? 20_261);

/** How many times as much is tried as a run of all tests has time for. */
export const effort = Number(TRIES ?? 1);

/** mulberry32 */
export function randomFrom(seed: number): Random {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (limit: number) => Math.floor(next() * limit);
	return {
		next,
		below,
		pick: (list) => {
			if (list.length === 0) throw new Error('There is nothing to pick from.');
			return list[below(list.length)]!;
		},
		hex: (length) => Array.from({ length }, () => below(16).toString(16)).join(''),
		shuffled: (list) =>
			list
				.map((value) => ({ value, place: next() }))
				.sort((a, b) => a.place - b.place)
				.map(({ value }) => value),
	};
}
