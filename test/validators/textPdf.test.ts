import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeTextPdf } from '../../nodes/ESignatureRequest/request/textDocument/textPdf.ts';
import { sign } from '../sandbox/pdf/samples.ts';
import { pdfsig, VALID } from './pdfsig.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'textPdf-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(command: string, args: string[]): { status: number | null; output: string } {
	const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
	return { status, output: stdout + stderr };
}

const sentence = 'Ann (“the buyer”) pays 1’000.50 € to Jürg – on or before 31.12.; see C:\\terms. ';
const texts: Record<string, string> = {
	'no text': '',
	'one line': 'I agree.',
	'empty paragraphs': 'One.\n\n\nTwo.\n',
	'indented lines': '{\n\t"amount": 1,\n\t"to": ["a", "b"]\n}',
	'long paragraphs': `${sentence.repeat(20)}\n\n${sentence.repeat(300)}`,
	'a long word': `See https://example.com/${'a1B2'.repeat(60)} for more.`,
	'every other character':
		'!"#$%&\'()*+,-./0123456789:;<=>?@[\\]^_`{|}~ €‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ ¡¢£¤¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
	'fifty pages': Array.from({ length: 48 * 49 }, (_, at) => `Line ${at + 1}`).join('\n'),
};

const TITLE = 'Terms (draft) \\ 5 €';
const write = (text: string, boxes = 1) =>
	writeTextPdf({ title: TITLE, text }, { boxes, yCountsFrom: 'bottom' });
const ABOVE_PAGE_NUMBER = ['-x', '0', '-y', '0', '-W', '595', '-H', '790'];
/** As the service has it, counted from 0. */
const asStored = ({ pageNumber, ...box }: ReturnType<typeof write>['positions'][number]) => ({
	...box,
	page: pageNumber - 1,
});
const withoutSpaces = (text: string) => text.replace(/\s+/g, '');

describe.each(Object.keys(texts))('a PDF made from %s', (name) => {
	const text = texts[name] ?? '';
	const { bytes, positions } = write(text);
	beforeAll(() => writeFileSync(path.join(folder, 'text.pdf'), bytes));

	test('has no fault for qpdf and mutool', () => {
		expect(run('qpdf', ['--check', 'text.pdf'])).toMatchObject({
			status: 0,
			output: expect.stringContaining('No syntax or stream encoding errors') as string,
		});
		expect(run('mutool', ['info', 'text.pdf']).output).not.toMatch(/error|warning|repair/i);
	});

	test('gives its text back', () => {
		const { output } = run('pdftotext', ['-layout', ...ABOVE_PAGE_NUMBER, 'text.pdf', '-']);
		expect(withoutSpaces(output)).toBe(withoutSpaces(TITLE + text));
	});

	test('keeps its words between the margins', () => {
		const { output } = run('pdftotext', ['-bbox', 'text.pdf', '-']);
		const edges = [...output.matchAll(/xMin="([\d.]+)" .*xMax="([\d.]+)"/g)];
		expect(edges.length).toBeGreaterThan(0);
		expect(Math.min(...edges.map(([, left]) => Number(left)))).toBeGreaterThanOrEqual(57);
		expect(Math.max(...edges.map(([, , right]) => Number(right)))).toBeLessThanOrEqual(538);
	});

	test('is valid for pdfsig once it was signed in its box', async () => {
		const [visual] = positions.map(asStored);
		expect(pdfsig(folder, await sign(bytes, 'Anna', { visual }))).toEqual({
			verdicts: [VALID],
			signers: ['Anna'],
			whole: [true],
		});
	});
});

test('short lines come back as they were, line by line', () => {
	const text = texts['indented lines'] ?? '';
	writeFileSync(path.join(folder, 'text.pdf'), write(text).bytes);
	const lines = run('pdftotext', [...ABOVE_PAGE_NUMBER, 'text.pdf', '-']).output.split('\n');
	const expected = [TITLE, ...text.split('\n')].map((line) => line.trim());
	expect(lines.map((line) => line.trim()).filter((line) => line !== '')).toEqual(expected);
});

test('each of several signers signs in a box', async () => {
	const { bytes, positions } = write('I agree.', 3);
	let pdf: Uint8Array = bytes;
	for (const [at, visual] of positions.map(asStored).entries()) {
		pdf = await sign(pdf, `Signer ${at}`, { visual });
	}
	expect(pdfsig(folder, pdf).verdicts).toEqual([VALID, VALID, VALID]);
});
