import { viewFile, type ViewedFile } from '../file/viewedFile.ts';
import { signatureValues, type SignatureValue } from '../signatureValue.ts';
import { hidesContent } from './hiddenContent.ts';
import { changesBetween, type Changes } from './revisionChanges.ts';

export interface ChangesAfter extends Pick<Changes, 'kind' | 'visual'> {
	/** Whether the signature stands in what it signed, and is not a copy of one that does. */
	isOriginal: boolean;
}

interface Revision {
	bytes: Uint8Array;
	/** Undefined when it cannot be read. */
	file?: ViewedFile;
}

const NONE = { kind: 'none', visual: false } as const;

/** Compares the state that each signature covers with the next one's, and the last with the whole file. */
export async function changesAfterEach(
	pdf: Uint8Array,
	file: ViewedFile,
	values: SignatureValue[],
): Promise<ChangesAfter[]> {
	const changes: ChangesAfter[] = [];
	let later: Revision = { bytes: pdf, file };
	let sinceThen: Pick<Changes, 'kind' | 'visual'> = NONE;
	for (const [index, value] of [...values.entries()].toReversed()) {
		const end = value.range?.end ?? later.bytes.length;
		if (end < later.bytes.length) {
			const earlier = await open(pdf.subarray(0, end));
			sinceThen = sum(sinceThen, await compare(earlier, later));
			later = earlier;
		}
		const isFirst = values.slice(0, index).every(({ ref }) => ref !== value.ref);
		changes.unshift({ ...sinceThen, isOriginal: isFirst && standsIn(later, value) });
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
	earlier: Revision,
	later: Revision,
): Promise<Pick<Changes, 'kind' | 'visual'>> {
	try {
		if (!earlier.file || !later.file) return { kind: 'undefined', visual: true };
		const { kind, visual, covers } = changesBetween(earlier.file, later.file);
		return {
			// Bytes were added and nothing came of them: not a signature, and nobody can say what for.
			kind: kind === 'none' ? 'undefined' : kind,
			visual: visual || (await hidesContent(earlier.bytes, later.bytes, covers)),
		};
	} catch {
		return { kind: 'undefined', visual: true };
	}
}

function sum(
	a: Pick<Changes, 'kind' | 'visual'>,
	b: Pick<Changes, 'kind' | 'visual'>,
): Pick<Changes, 'kind' | 'visual'> {
	const kind = (['undefined', 'signature', 'none'] as const).find(
		(worst) => a.kind === worst || b.kind === worst,
	);
	return { kind: kind ?? 'none', visual: a.visual || b.visual };
}

async function open(bytes: Uint8Array): Promise<Revision> {
	try {
		return { bytes, file: await viewFile(bytes) };
	} catch {
		return { bytes };
	}
}
