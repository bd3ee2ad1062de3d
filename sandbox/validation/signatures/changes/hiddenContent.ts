import { drawPixels, type Pixels } from '../../../pdf/picture/picture.ts';
import type { Cover } from './revisionChanges.ts';

/** At one pixel per point, a letter of ten points has about twice as many. */
const FEWEST_PIXELS = 12;
/** Of 255; smoothing makes smaller differences. */
const VISIBLE_DIFFERENCE = 60;
/** A signature that takes more of its page than that is not just a signature. */
const LARGEST_SHARE = 1 / 3;

/** Whether signatures that came later hide something that their pages showed before. */
export async function hidesContent(
	before: Uint8Array,
	after: Uint8Array,
	covers: Cover[],
): Promise<boolean> {
	for (const page of new Set(covers.map((cover) => cover.page))) {
		const here = covers.filter((cover) => cover.page === page);
		// An empty field may look like one: only what the page itself shows counts below it.
		const forms = here.every(({ wasThere }) => !wasThere);
		const [old, changed] = [
			await drawPixels(before, page, { pixelsPerPoint: 1, forms }),
			await drawPixels(after, page, { pixelsPerPoint: 1, forms: true }),
		];
		if (!old || !changed || differs(old, changed, here)) return true;
	}
	return false;
}

function differs(old: Pixels, changed: Pixels, covers: Cover[]): boolean {
	if (old.width !== changed.width || old.height !== changed.height) return true;
	const area = old.width * old.height;
	if (covers.some((cover) => areaOf(cover) > area * LARGEST_SHARE)) return true;
	const paper = paperOf(old);
	let hidden = 0;
	for (let at = 0; at < old.data.length; at += 4) {
		// Where there was nothing but paper, nothing can be hidden.
		const wasInk = distance(old.data, at, paper, 0) >= VISIBLE_DIFFERENCE;
		if (wasInk && distance(old.data, at, changed.data, at) >= VISIBLE_DIFFERENCE) hidden += 1;
	}
	return hidden > FEWEST_PIXELS;
}

const areaOf = ({ rectangle: [left, bottom, right, top] }: Cover) =>
	(right - left) * (top - bottom);

/** The colour that most of the page has. */
function paperOf({ data }: Pixels): Uint8Array {
	const counts = new Map<number, number>();
	const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
	for (let at = 0; at + 4 <= data.length; at += 4) {
		const colour = view.getUint32(at);
		counts.set(colour, (counts.get(colour) ?? 0) + 1);
	}
	const [most = 0xffffffff] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [0xffffffff, 0]);
	return Uint8Array.from([most >>> 24, (most >>> 16) & 255, (most >>> 8) & 255, most & 255]);
}

function distance(a: Uint8Array, at: number, b: Uint8Array, bt: number): number {
	let most = 0;
	for (let channel = 0; channel < 3; channel += 1) {
		most = Math.max(most, Math.abs((a[at + channel] ?? 0) - (b[bt + channel] ?? 0)));
	}
	return most;
}
