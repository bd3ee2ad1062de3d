import { drawPixels, type Pixels } from '../../../pdf/picture/picture.ts';
import type { Cover } from './revisionChanges.ts';

/** At one pixel per point, a letter of ten points has about twice as many. */
const FEWEST_PIXELS = 12;
/** Of 255; smoothing makes smaller differences. */
const VISIBLE_DIFFERENCE = 60;
/** A signature that takes more of its page than that is not just a signature. */
const LARGEST_SHARE = 1 / 3;
const WHITE = 0xffffffff;

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
	const [before, after] = [wordsOf(old), wordsOf(changed)];
	const paper = mostFrequent(before);
	let hidden = 0;
	for (let at = 0; at < before.length; at += 1) {
		const [was, is] = [before[at] ?? paper, after[at] ?? paper];
		// Where there was nothing but paper, nothing can be hidden; and most pixels stay as they are.
		if (was === paper || was === is) continue;
		if (isOther(was, paper) && isOther(was, is)) hidden += 1;
	}
	return hidden > FEWEST_PIXELS;
}

const areaOf = ({ rectangle: [left, bottom, right, top] }: Cover) =>
	(right - left) * (top - bottom);

/** A pixel as one number, so that a page of half a million of them is compared at once. */
function wordsOf({ data }: Pixels): Uint32Array {
	return new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4);
}

/** The colour that most of the page has, counted by its runs. */
function mostFrequent(words: Uint32Array): number {
	const counts = new Map<number, number>();
	let most = { word: WHITE, count: 0 };
	for (let start = 0, end = 0; start < words.length; start = end) {
		const word = words[start] ?? WHITE;
		while (end < words.length && words[end] === word) end += 1;
		const count = (counts.get(word) ?? 0) + end - start;
		counts.set(word, count);
		if (count > most.count) most = { word, count };
	}
	return most.word;
}

function isOther(a: number, b: number): boolean {
	for (let shift = 0; shift < 32; shift += 8) {
		const difference = ((a >>> shift) & 255) - ((b >>> shift) & 255);
		if (difference >= VISIBLE_DIFFERENCE || -difference >= VISIBLE_DIFFERENCE) return true;
	}
	return false;
}
