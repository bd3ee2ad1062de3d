import type { Scene } from './scene.ts';
import { until } from './until.ts';

const lists = { method: 'GET', path: '/signature-requests' };

/** Nothing fails in the sandbox by itself, so that this list stays empty: every poll reads its first page once. */
const BEGINNING = /^(?=.*\bstatus_overall=ERROR\b)(?=.*\bpage_number=0\b)/;

/** Waits for so many whole polls more. */
export async function untilPolled(
	{ n8n, sandbox }: Pick<Scene, 'n8n' | 'sandbox'>,
	times: number,
): Promise<void> {
	const { began: now = 0 } = sandbox.calls.at(-1) ?? {};
	const since = () =>
		sandbox.calls.matching(lists).filter(({ query, began }) => began > now && BEGINNING.test(query))
			.length;
	// The last one has to end, too.
	await until(n8n, `${times} polls`, () => since() > times || undefined);
}
