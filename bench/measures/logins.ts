/** Many executions at once share one login. */
import type { Stage } from '../stage.ts';
import type { Row } from '../table.ts';
import { pairs } from './items.ts';
import type { Pair } from './items.ts';

const AT_ONCE = 50;

export async function measureLogins({ service, start }: Stage): Promise<Row[]> {
	const [{ ours }] = pairs(service) as [Pair];
	const one = { ...ours, items: ours.items.slice(0, 1) };
	// Loads the node, where it has not run yet.
	await start(one);
	await service.become({ tokensSinceMs: Date.now() });
	await Promise.all(Array.from({ length: AT_ONCE }, async () => await start(one)));
	const { logins } = await service.counts();
	return [
		{
			measure: `Logins of ${AT_ONCE} executions at once, after all tokens were revoked`,
			ours: String(logins),
			against: 'one',
			// None at all: the tokens were not revoked, or nothing ran.
			ratio: logins === 0 ? Infinity : logins,
			goal: 1,
		},
	];
}
