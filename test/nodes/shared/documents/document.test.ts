import { bytesOf } from '../../../../nodes/shared/documents/document';
import { fc, tries } from '../../../support/jest/property';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The letters of Base64 and what else people paste, so that both kinds of text come often. */
const text = fc.string({ unit: fc.constantFrom(...alphabet, '=', '=', '#', 'ä', '\0', '😀') });

const isBase64 = (typed: string) =>
	/^[A-Za-z0-9+/]*={0,2}$/.test(typed) && typed.replace(/=+$/, '').length % 4 !== 1;

describe('Base64', () => {
	it('is read when every letter belongs there', () => {
		fc.assert(
			fc.property(fc.uint8Array(), fc.boolean(), (array, isPadded) => {
				const encoded = Buffer.from(array).toString('base64');
				const typed = isPadded ? encoded : encoded.replace(/=+$/, '');
				expect(bytesOf(typed)).toEqual(Buffer.from(array));
			}),
		);
	});

	it('is read with spaces and line breaks, which are not copied out of it', () => {
		const replace = jest.spyOn(String.prototype, 'replace');
		for (const typed of ['QUJD RA==', 'QUJD\r\nRA = =\n', '\ufeffQUJDRA', ' Q U J D\u00a0R A \t']) {
			expect(bytesOf(typed)?.toString()).toBe('ABCD');
		}
		expect(replace).not.toHaveBeenCalled();
		replace.mockRestore();
	});

	it.each(['QUJD R', 'QUJD RA = = =', 'Q # UJD', 'Q\u3042UJ'])('%j is refused', (typed) => {
		expect(bytesOf(typed)).toBeUndefined();
	});

	it('is refused when one does not, or the last are missing', () => {
		fc.assert(
			fc.property(text, (typed) => {
				expect(bytesOf(typed) !== undefined).toBe(isBase64(typed));
			}),
			tries(5_000),
		);
	});
});
