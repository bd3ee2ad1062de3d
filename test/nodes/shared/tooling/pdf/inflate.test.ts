import { deflateSync } from 'node:zlib';
import { Budget } from '../../../../../nodes/shared/tooling/pdf/budget';
import { inflate } from '../../../../../nodes/shared/tooling/pdf/inflate';

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
