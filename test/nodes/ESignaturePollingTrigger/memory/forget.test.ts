import { forgetOldest } from '../../../../nodes/ESignaturePollingTrigger/memory/forget';
import type { WidePlace } from '../../../../nodes/ESignaturePollingTrigger/memory/watermark';

/** One entry for each moment, which is its name. */
const place = (moments: number[], more: Partial<WidePlace> = {}): WidePlace => ({
	seen: Object.fromEntries(moments.map((momentMs) => [`at${momentMs}`, momentMs])),
	reachMs: 0,
	horizonMs: 1000,
	windowStartMs: 1000,
	...more,
});

const moments = ({ seen }: { seen: Record<string, number> }) =>
	Object.values(seen).sort((a, b) => a - b);

it('forgets the oldest of all states together, and says how far the rest reaches', () => {
	const { busy, calm } = forgetOldest({ busy: place([10, 20, 30, 40]), calm: place([5, 25]) }, 3);
	expect([moments(busy!), busy!.reachMs]).toEqual([[30, 40], 20]);
	expect([moments(calm!), calm!.reachMs]).toEqual([[25], 5]);
});

it('forgets nothing while there is room', () => {
	const { only } = forgetOldest({ only: place([10, 20], { reachMs: 7, undated: ['u'] }) }, 2);
	expect(only).toEqual({ seen: { at10: 10, at20: 20 }, reachMs: 7, undated: ['u'] });
});

it('keeps all that must stay, whatever the number', () => {
	const { only } = forgetOldest({ only: place([10, 20, 30, 40], { horizonMs: 15 }) }, 1);
	expect([moments(only!), only!.reachMs]).toEqual([[20, 30, 40], 10]);
});

it('keeps a long window before what others have outside of theirs, as far as there is room', () => {
	const expired = place([1, 2, 3], { windowStartMs: 0 });
	const kept = forgetOldest({ signed: place([10, 20, 30]), expired }, 4);
	expect(moments(kept.expired!)).toEqual([1, 2, 3]);
	expect(moments(kept.signed!)).toEqual([30]);
	const less = forgetOldest({ signed: place([10, 20, 30]), expired }, 2);
	expect([moments(less.expired!), less.expired!.reachMs]).toEqual([[2, 3], 1]);
});
