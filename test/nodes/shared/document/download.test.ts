import { safeFileName } from '../../../../nodes/shared/document/download';
import { fc } from '../../../support/property';

it.each([
	['Contract', 'Contract.pdf'],
	['Contract.PDF', 'Contract.pdf'],
	['../../etc/passwd', '_.._etc_passwd.pdf'],
	['C:\\Windows\\x.pdf', 'C_Windows_x.pdf'],
	['  .hidden. ', 'hidden.pdf'],
	['Vertrag Zürich – 2026', 'Vertrag Zürich – 2026.pdf'],
	['', 'document.pdf'],
	['///', '_.pdf'],
	['a\u0000b\nc', 'a_b_c.pdf'],
])('the title %j becomes the file name %j', (title, expected) => {
	expect(safeFileName(title)).toBe(expected);
});

it('no title leads out of a folder, is empty or too long', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (title) => {
			const name = safeFileName(title);
			expect(name).toMatch(/^[^/\\:*?"<>|\p{Cc}]+\.pdf$/u);
			expect(name.startsWith('.')).toBe(false);
			expect([...name].length).toBeLessThanOrEqual(124);
		}),
	);
});
