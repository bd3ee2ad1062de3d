import { operationsIn, type Operation } from '../text/contentStream.ts';
import type { Glyph, GlyphSource, TextStream } from '../text/glyph.ts';
import { partsOf } from '../text/readText.ts';

/** Takes glyphs out of the file; all that stands behind them stays where it is. */
export function erase(glyphs: Glyph[]): void {
	const byStream = new Map<TextStream, GlyphSource[]>();
	for (const { source } of glyphs) {
		byStream.set(source.stream, [...(byStream.get(source.stream) ?? []), source]);
	}
	for (const [stream, sources] of byStream) stream.replace(without(stream.bytes, sources));
}

function without(bytes: Buffer, sources: GlyphSource[]): Buffer {
	const pieces: Buffer[] = [];
	let at = 0;
	for (const operation of operationsIn(bytes)) {
		const own = sources.filter(({ start }) => start === operation.start);
		if (own.length === 0) continue;
		pieces.push(bytes.subarray(at, operation.start), Buffer.from(rewritten(operation, own)));
		at = operation.end;
	}
	return Buffer.concat([...pieces, bytes.subarray(at)]);
}

function rewritten({ operator, operands }: Operation, erased: GlyphSource[]): string {
	const items = partsOf(operands).flatMap((part, index) => {
		if (part.type === 'number') return [numberText(part.value)];
		if (part.type !== 'string') return [];
		return stringItems(
			part.value,
			erased.filter((one) => one.part === index),
		);
	});
	return `${beginningOf(operator, operands)}[${items.join(' ')}] TJ`;
}

/** What the two operators do beside showing text. */
function beginningOf(operator: string, operands: Operation['operands']): string {
	if (operator === "'") return 'T* ';
	if (operator !== '"') return '';
	const [word = 0, char = 0] = operands.flatMap((one) =>
		one.type === 'number' ? [one.value] : [],
	);
	return `${numberText(word)} Tw ${numberText(char)} Tc T* `;
}

function stringItems(shown: Buffer, erased: GlyphSource[]): string[] {
	const items: string[] = [];
	const keep = (bytes: Buffer) => {
		if (bytes.length > 0) items.push(`<${bytes.toString('hex')}>`);
	};
	let at = 0;
	for (const { from, to, shift } of erased) {
		// A form that is shown twice brings the same bytes twice.
		if (from < at) continue;
		keep(shown.subarray(at, from));
		items.push(numberText(shift));
		at = to;
	}
	keep(shown.subarray(at));
	return items;
}

/** PDF knows no exponents. */
const numberText = (value: number) => String(Number(value.toFixed(3)));
