/** What became of pieces of work, by their number. */
export interface Outcomes<Out> {
	done: Map<number, Out>;
	failures: Map<number, unknown>;
}

/**
 * Starts chains in order, at most `most` at a time, and the links of a chain one after the other. After a
 * failure nothing new is started, and what is under way comes to its end.
 */
export async function sideBySide<Out>(
	chains: number[][],
	{
		most,
		work,
		onFailure,
	}: { most: number; work: (index: number) => Promise<Out>; onFailure: () => void },
): Promise<Outcomes<Out>> {
	const done = new Map<number, Out>();
	const failures = new Map<number, unknown>();
	const waiting = chains.values();
	const take = async () => {
		for (const chain of waiting) {
			for (const index of chain) {
				if (failures.size > 0) return;
				try {
					done.set(index, await work(index));
				} catch (error) {
					failures.set(index, error);
					onFailure();
				}
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(most, chains.length) }, take));
	return { done, failures };
}

/** Pieces of work with the same target form a chain, in their order; those without one are alone. */
export function chainsOf(targets: Array<string | undefined>): number[][] {
	const chains = new Map<unknown, number[]>();
	targets.forEach((target, index) => {
		const name = target ?? index;
		chains.set(name, [...(chains.get(name) ?? []), index]);
	});
	return [...chains.values()];
}
