import { viewFile, type ViewedFile } from '../file/viewedFile.ts';
import { signatureValues, type SignatureValue } from '../signatureValue.ts';
import { Comparison, type Level } from './comparison.ts';
import { freePaths } from './freePaths.ts';
import { looksDifferent, type OtherPages } from './drawing.ts';

interface Changes {
	level: Level;
	/** Whether something that a reader shows may look different, apart from what is allowed. */
	visual: boolean;
}

interface ChangesAfter extends Changes {
	value: SignatureValue;
	/** Whether the signature stands in what it signed, and is not a copy of one that does. */
	isOriginal: boolean;
}

interface Revision {
	bytes: Uint8Array;
	/** Undefined when it cannot be read. */
	file?: ViewedFile;
}

/** More of them would take too long. */
const MOST_OTHER_PAGES = 60;
const UNKNOWN: Changes = { level: 4, visual: true };

/** Compares the state that each signature covers with the next one's, and the last with the whole file. */
export async function changesAfterEach(
	pdf: Uint8Array,
	file: ViewedFile,
	values: SignatureValue[],
): Promise<ChangesAfter[]> {
	const changes: ChangesAfter[] = [];
	let later: Revision = { bytes: pdf, file };
	const others: OtherPages = { left: MOST_OTHER_PAGES };
	let sinceThen: Changes = { level: 0, visual: false };
	for (const [index, value] of [...values.entries()].toReversed()) {
		const end = value.range?.end ?? later.bytes.length;
		if (end < later.bytes.length) {
			const bytes = pdf.subarray(0, end);
			const earlier = { bytes, file: await viewFile(bytes).catch(() => undefined) };
			// Only the first signature can certify: a later one would allow what the first did not.
			const found = await compare(earlier, later, others, values[0]?.permission).catch(
				() => UNKNOWN,
			);
			sinceThen = {
				level: Math.max(found.level, sinceThen.level) as Level,
				visual: found.visual || sinceThen.visual,
			};
			later = earlier;
		}
		const isFirst = values.slice(0, index).every(({ ref }) => ref !== value.ref);
		changes.unshift({ ...sinceThen, value, isOriginal: isFirst && standsIn(later, value) });
	}
	return changes;
}

/** By itself a field that was added later could point to a signature that it has nothing to do with. */
function standsIn({ bytes, file }: Revision, { fieldName, ref }: SignatureValue): boolean {
	try {
		const values = file ? signatureValues(bytes, file) : [];
		return values.some((value) => value.fieldName === fieldName && value.ref === ref);
	} catch {
		return false;
	}
}

async function compare(
	{ bytes, file: before }: Revision,
	{ bytes: later, file: after }: Revision,
	others: OtherPages,
	permission: number | undefined,
): Promise<Changes> {
	if (!before || !after || before.isRepaired || after.isRepaired) return UNKNOWN;
	const c = new Comparison(before, after, permission, freePaths);
	return {
		// Bytes were added and nothing came of them: no rule says what for.
		level: c.isChanged || c.level === 0 ? 4 : c.level,
		visual: c.isShownChanged || (await looksDifferent({ before: bytes, after: later }, c, others)),
	};
}
