import { withoutNoise } from '../../../../sandbox/pdf/file/noise.ts';

const OBJECT = '7 0 obj\n<< /Type /Test >>\nendobj\n';
const NOISE = 'not an object '.repeat(200);

describe('bytes that belong to no object', () => {
	test.each([
		['at the end of the file', `${OBJECT}%%EOF`, NOISE, ''],
		['between two sections', `${OBJECT}%%EOF`, NOISE, `${OBJECT}%%EOF`],
		['before an object with a header on two lines', '%%EOF', NOISE, '7 0\nobj\n'],
	])('are blanked out %s', (_where, before, noise, after) => {
		const result = Buffer.from(withoutNoise(Buffer.from(before + noise + after))).toString(
			'latin1',
		);
		expect(result).toBe(before + '\0'.repeat(noise.length) + after);
	});

	test.each([
		['an ordinary file', `${OBJECT}%%EOF\n`],
		['a file without an end marker', OBJECT + NOISE],
		['a short comment behind the end', `${OBJECT}%%EOF\n% written by hand\n`],
		['a PDF inside a stream', `8 0 obj\nstream\n%%EOF${NOISE}\nendstream\nendobj\n${OBJECT}%%EOF`],
	])('are not searched for in %s', (_what, file) => {
		expect(Buffer.from(withoutNoise(Buffer.from(file))).toString('latin1')).toBe(file);
	});
});
