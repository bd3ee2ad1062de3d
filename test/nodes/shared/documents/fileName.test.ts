import {
	requestFileName,
	safeFileName,
	safeName,
} from '../../../../nodes/shared/documents/fileName';
import { fc } from '../../../support/jest/property';

it.each([
	['Contract', 'Contract.pdf'],
	['Contract.PDF', 'Contract.pdf'],
	['../../etc/passwd', '_.._etc_passwd.pdf'],
	['C:\\Windows\\x.pdf', 'C_Windows_x.pdf'],
	['  .hidden. ', 'hidden.pdf'],
	['Vertrag Zürich – 2026', 'Vertrag Zürich – 2026.pdf'],
	['', 'document.pdf'],
	['---', 'document.pdf'],
	['///', '_.pdf'],
	['a\u0000b\nc', 'a_b_c.pdf'],
	['a\u2028b\u0085c', 'a_b_c.pdf'],
	['--output=x', 'output=x.pdf'],
	['- .-rf', 'rf.pdf'],
	['invoice\u202efdp.exe', 'invoicefdp.exe.pdf'],
	['\u200e-x', 'x.pdf'],
	['a\ud800b', 'a_b.pdf'],
	['con', '_con.pdf'],
	['LPT1.backup', '_LPT1.backup.pdf'],
	['CONIN$', '_CONIN$.pdf'],
	['Console', 'Console.pdf'],
])('the title %j becomes the file name %j', (title, expected) => {
	expect(safeFileName(title)).toBe(expected);
});

it.each([
	['terms.txt', 'terms.txt'],
	['-rf.txt', 'rf.txt'],
	['.htaccess', 'htaccess'],
	['photo\u202egpj.exe', 'photogpj.exe'],
	['a/b.tar.gz', 'a_b.tar.gz'],
	['NUL.txt', '_NUL.txt'],
	['', 'file'],
	['...', 'file'],
	[`${'x'.repeat(300)}.docx`, `${'x'.repeat(120)}.docx`],
	[`${'😀'.repeat(100)}.docx`, `${'😀'.repeat(62)}.docx`],
	[`${'ä'.repeat(2_000)}.p7s`, `${'ä'.repeat(120)}.p7s`],
])('the name %j becomes %j', (name, expected) => {
	expect(safeName(name)).toBe(expected);
});

it('a name is cut by its bytes, never within a character, and has its ending', () => {
	expect(safeFileName('語'.repeat(120))).toBe(`${'語'.repeat(83)}.pdf`);
	expect(safeFileName(`${'語'.repeat(83)} .x`, '.webp')).toBe(`${'語'.repeat(83)}.webp`);
	expect(Buffer.byteLength(safeFileName('😀'.repeat(120)))).toBe(252);
});

it('no title leads out of a folder, is empty or too long', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (title) => {
			for (const name of [safeFileName(title), safeName(title)]) {
				expect(name).toMatch(/^[^/\\:*?"<>|\p{Cc}\p{Bidi_Control}]+$/u);
				expect(name).not.toMatch(/^[.\s-]/);
				expect([...name].length).toBeLessThanOrEqual(131);
				expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
			}
			expect(safeFileName(title)).toMatch(/\.pdf$/);
			expect([...safeFileName(title)].length).toBeLessThanOrEqual(124);
		}),
	);
});

describe('the file name of a request', () => {
	const id = '28c29d94-2d47-0a5a-7b3f-6c9f8ab5c2a1';
	const nameOf = (title?: string, number?: number) => requestFileName({ id, title }, number);

	it.each([
		['Contract Smith', `Contract Smith ${id}.pdf`],
		['Contract Smith.pdf', `Contract Smith ${id}.pdf`],
		['../../etc/passwd', `_.._etc_passwd ${id}.pdf`],
		['con', `_con ${id}.pdf`],
		['  ', `${id}.pdf`],
		['.pdf', `${id}.pdf`],
		[undefined, `${id}.pdf`],
		['x'.repeat(300), `${'x'.repeat(83)} ${id}.pdf`],
	])('with the title %j is %j', (title, expected) => {
		expect(nameOf(title)).toBe(expected);
	});

	it('is another one for each request, document and title', () => {
		const other = requestFileName({ id: id.replace(/.$/, '2'), title: 'Contract' });
		const names = [nameOf('Contract'), other, nameOf('Contract', 1), nameOf('Contract', 2)];
		expect(new Set(names).size).toBe(4);
	});

	it('holds the whole ID, is short enough, and is safe already', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (title) => {
				const name = nameOf(title, 50);
				expect(name).toMatch(new RegExp(`${id} 50\\.pdf$`));
				expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
				expect(safeFileName(name)).toBe(name);
			}),
		);
	});
});
