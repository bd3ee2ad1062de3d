import {
	PDFArray,
	PDFDict,
	PDFName,
	PDFString,
	PDFHexString,
	type PDFObject,
} from '@cantoo/pdf-lib';
import { fieldsOf } from '../file/fields.ts';
import { viewFile, type ViewedFile } from '../file/viewedFile.ts';
import { signatureValues, type SignatureValue } from '../signatureValue.ts';
import { RULES } from './allowList.ts';
import { Comparison, type Level } from './comparison.ts';
import { hidesContent } from './overlap.ts';

export interface ChangesAfter {
	level: Level;
	/** Whether something that a reader shows may look different, apart from what is allowed. */
	visual: boolean;
	/** Whether the signature stands in what it signed, and is not a copy of one that does. */
	isOriginal: boolean;
}

type Changes = Omit<ChangesAfter, 'isOriginal'>;

interface Revision {
	bytes: Uint8Array;
	/** Undefined when it cannot be read. */
	file?: ViewedFile;
}

const UNKNOWN: Changes = { level: 4, visual: true };

/** Compares the state that each signature covers with the next one's, and the last with the whole file. */
export async function changesAfterEach(
	pdf: Uint8Array,
	file: ViewedFile,
	values: SignatureValue[],
): Promise<ChangesAfter[]> {
	const changes: ChangesAfter[] = [];
	let later: Revision = { bytes: pdf, file };
	let sinceThen: Changes = { level: 0, visual: false };
	for (const [index, value] of [...values.entries()].toReversed()) {
		const end = value.range?.end ?? later.bytes.length;
		if (end < later.bytes.length) {
			const earlier = await open(pdf.subarray(0, end));
			// Only the first signature can certify: a later one would allow what the first did not.
			const found = await compare(earlier, later, values[0]?.permission);
			sinceThen = {
				level: Math.max(found.level, sinceThen.level) as Level,
				visual: found.visual || sinceThen.visual,
			};
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
	{ bytes, file: before }: Revision,
	{ file: after }: Revision,
	permission: number | undefined,
): Promise<Changes> {
	try {
		if (!before || !after || before.isRepaired || after.isRepaired) return UNKNOWN;
		const c = new Comparison(before, after, { permission, isLocked: locksIn(before) });
		const broken = Object.values(RULES).filter(({ allows }) => !allows(c));
		const isAnswered = c.isAnswered();
		const isVisible = !isAnswered || broken.some(({ isShown }) => isShown) || c.hidesContent;
		return {
			// Bytes were added and nothing came of them: no rule says what for.
			level: !isAnswered || broken.length > 0 || c.level === 0 ? 4 : c.level,
			visual: isVisible || (await hidesContent(bytes, before, c.covers)),
		};
	} catch {
		return UNKNOWN;
	}
}

/** Fields that signatures have locked (FieldMDP, ISO 32000-1, 12.8.2.4). */
function locksIn(file: ViewedFile): (name: string) => boolean {
	const itemsOf = (item: PDFObject | undefined) => (item instanceof PDFArray ? item.asArray() : []);
	const locks = fieldsOf(file).flatMap(({ value }) => {
		const references = value instanceof PDFDict ? itemsOf(file.get(value, 'Reference')) : [];
		return references.map(file.resolve).flatMap((reference) => {
			if (!(reference instanceof PDFDict)) return [];
			const isLock = file.get(reference, 'TransformMethod') === PDFName.of('FieldMDP');
			const lock = isLock ? file.get(reference, 'TransformParams') : undefined;
			return lock instanceof PDFDict ? [lock] : [];
		});
	});
	return (name) =>
		locks.some((lock) => {
			const listed = itemsOf(file.get(lock, 'Fields')).some(
				(item) =>
					(item instanceof PDFString || item instanceof PDFHexString) &&
					`${name}.`.startsWith(`${item.decodeText()}.`),
			);
			const action = file.get(lock, 'Action');
			if (action === PDFName.of('Include')) return listed;
			return action !== PDFName.of('Exclude') || !listed;
		});
}

async function open(bytes: Uint8Array): Promise<Revision> {
	try {
		return { bytes, file: await viewFile(bytes) };
	} catch {
		return { bytes };
	}
}
