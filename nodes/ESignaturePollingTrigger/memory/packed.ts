import { SHORT_LENGTH } from '../shortId';

const NUMBER_BYTES = 6;
const NUMBER_LENGTH = 8;
const LENGTH = SHORT_LENGTH + NUMBER_LENGTH;

/** Short ids in a row. */
export const packIds = (ids: string[]) => ids.join('');

export const unpackIds = (text: string) => cut(text, SHORT_LENGTH);

/** Short ids, each with a number that is whole and not negative, in 16 signs. */
export function packNumbered(pairs: Array<[string, number]>): string {
	return pairs.map(([id, number]) => id + packNumber(number)).join('');
}

export function unpackNumbered(text: string): Array<[string, number]> {
	return cut(text, LENGTH).map((pair) => [
		pair.slice(0, SHORT_LENGTH),
		Buffer.from(pair.slice(SHORT_LENGTH), 'base64url').readUIntBE(0, NUMBER_BYTES),
	]);
}

export const PACKED_IDS = new RegExp(`^([\\w-]{${SHORT_LENGTH}})*$`);
export const PACKED_NUMBERED = new RegExp(`^([\\w-]{${LENGTH}})*$`);

function packNumber(number: number): string {
	const bytes = Buffer.alloc(NUMBER_BYTES);
	bytes.writeUIntBE(number, 0, NUMBER_BYTES);
	return bytes.toString('base64url');
}

function cut(text: string, length: number): string[] {
	return Array.from({ length: text.length / length }, (_, index) =>
		text.slice(index * length, (index + 1) * length),
	);
}
