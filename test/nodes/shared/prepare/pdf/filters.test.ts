import { deflateSync } from 'node:zlib';
import { Budget, UnreadablePdf } from '../../../../../nodes/shared/prepare/pdf/budget';
import { inflate, unpredicted } from '../../../../../nodes/shared/prepare/pdf/filters';
import { fc, tries } from '../../../../support/jest/property.ts';

it.each([
	['nothing', ''],
	['a line break', '\n'],
	['two characters of a line break', '\r\n'],
	['something else', 'x'.repeat(70_000)],
])('unpacks all bytes of a stream with %s behind it', async (_what, behind) => {
	for (const sizeBytes of [0, 1, 16_384, 300_000, 4_000_000, 7_000_000]) {
		const plain = Buffer.alloc(sizeBytes, '0000000017 00000 n');
		const packed = Buffer.concat([deflateSync(plain), Buffer.from(behind)]);
		const unpacked = await inflate(packed, new Budget(packed.length));
		expect(unpacked.equals(plain)).toBe(true);
	}
});

/** As a writer predicts (PNG, 9.2), row by row from unchanged ones. */
function predicted(plain: Buffer, kinds: number[], { rowBytes, distance }: Layout): Buffer {
	const byteAt = (row: number, column: number) =>
		row < 0 || column < 0 ? 0 : plain[row * rowBytes + column]!;
	const rows = kinds.map((kind, row) => {
		const bytes = Array.from({ length: rowBytes }, (_, column) => {
			const left = byteAt(row, column - distance);
			const above = byteAt(row - 1, column);
			const corner = column < distance ? 0 : byteAt(row - 1, column - distance);
			const nearest = [left, above, corner]
				.map((value) => ({ value, away: Math.abs(left + above - corner - value) }))
				.reduce((best, one) => (one.away < best.away ? one : best)).value;
			const guess = [0, left, above, Math.floor((left + above) / 2), nearest][kind]!;
			return byteAt(row, column) - guess;
		});
		return Buffer.from([kind, ...bytes]);
	});
	return Buffer.concat(rows);
}

interface Layout {
	rowBytes: number;
	/** From a byte to the same one of the pixel before. */
	distance: number;
}

it.each<[string, Record<string, number>, Layout]>([
	['bytes', { Columns: 6 }, { rowBytes: 6, distance: 1 }],
	['pixels of three colors', { Columns: 2, Colors: 3 }, { rowBytes: 6, distance: 3 }],
	['half bytes', { Columns: 11, BitsPerComponent: 4 }, { rowBytes: 6, distance: 1 }],
	['words', { Columns: 3, BitsPerComponent: 16 }, { rowBytes: 6, distance: 2 }],
])('undoes the prediction of %s', async (_what, parameters, layout) => {
	const given = Object.entries({ Predictor: 15, ...parameters });
	const dictionary = new Map(given.map(([name, value]) => [`/${name}`, value]));
	await fc.assert(
		fc.asyncProperty(fc.array(fc.nat(4), { minLength: 1, maxLength: 9 }), async (kinds) => {
			const plain = Buffer.from(kinds.flatMap((_kind, row) => [7, 250, row, 0, 99, 3 * row]));
			const bytes = predicted(plain, kinds, layout);
			expect(await unpredicted(bytes, dictionary, new Budget(0))).toEqual(plain);
		}),
		tries(50),
	);
});

it('leaves alone what is not predicted, and refuses what is predicted otherwise', async () => {
	const read = async (predictor: number, ...bytes: number[]) => {
		const dictionary = new Map(Object.entries({ '/Predictor': predictor, '/Columns': 1 }));
		return await unpredicted(Buffer.from(bytes), dictionary, new Budget(0));
	};
	expect(await read(1, 0, 7)).toEqual(Buffer.from([0, 7]));
	expect(await read(10, 0, 7)).toEqual(Buffer.from([7]));
	for (const [predictor, ...bytes] of [
		[2, 0, 7],
		[9, 0, 7],
		[10, 5, 7],
		[10, 0],
	]) {
		await expect(read(predictor!, ...bytes)).rejects.toThrow(UnreadablePdf);
	}
});
