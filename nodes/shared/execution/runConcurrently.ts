/** By the index of the work. */
export interface Settled<Out> {
	done: Map<number, Out>;
	failures: Map<number, unknown>;
}

/**
 * Starts chains in order, at most `most` at a time, and the links of a chain one after the other. After a
 * failure it starts nothing new, and work under way may finish.
 */
export async function runConcurrently<Out>(
	chains: number[][],
	{
		most,
		work,
		onFailure,
	}: { most: number; work: (index: number) => Promise<Out>; onFailure: () => void },
): Promise<Settled<Out>> {
	const done = new Map<number, Out>();
	const failures = new Map<number, unknown>();
	const waiting = chains.values();
	const worker = async () => {
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
	await Promise.all(Array.from({ length: Math.min(most, chains.length) }, worker));
	return { done, failures };
}

/** Work with the same target forms a chain, in its order. Work without a target is alone. */
export function chainsOf(targets: Array<string | undefined>): number[][] {
	const chains = new Map<unknown, number[]>();
	targets.forEach((target, index) => {
		const name = target ?? index;
		chains.set(name, [...(chains.get(name) ?? []), index]);
	});
	return [...chains.values()];
}
