import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
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
/** The letters that a language has beside A to Z, or instead of them. */
const alphabets = {
	Albanian: 'ÇËçë',
	Bosnian: 'ČĆĐŠŽčćđšž',
	Czech: 'ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽáčďéěíňóřšťúůýž',
	Danish: 'ÆØÅæøå',
	Estonian: 'ÄÕÖÜŠŽäõöüšž',
	Finnish: 'ÅÄÖåäö',
	French: 'ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿ',
	German: 'ÄÖÜẞäöüß',
	Hungarian: 'ÁÉÍÓÖŐÚÜŰáéíóöőúüű',
	Icelandic: 'ÁÐÉÍÓÚÝÞÆÖáðéíóúýþæö',
	Irish: 'ÁÉÍÓÚáéíóú',
	Latvian: 'ĀČĒĢĪĶĻŅŠŪŽāčēģīķļņšūž',
	Lithuanian: 'ĄČĘĖĮŠŲŪŽąčęėįšųūž',
	Maltese: 'ĊĠĦŻċġħż',
	Polish: 'ĄĆĘŁŃÓŚŹŻąćęłńóśźż',
	Portuguese: 'ÀÁÂÃÇÉÊÍÓÔÕÚàáâãçéêíóôõú',
	Romanian: 'ĂÂÎȘȚăâîșț',
	Romansh: 'ÀÈÉÌÒÙàèéìòù',
	Sami: 'ÁČĐŊŠŦŽáčđŋšŧž',
	Slovak: 'ÁÄČĎÉÍĹĽŇÓÔŔŠŤÚÝŽáäčďéíĺľňóôŕšťúýž',
	Sorbian: 'ČĆĚŁŃÓŘŔŠŚŽŹčćěłńóřŕšśžź',
	Spanish: 'ÁÉÍÑÓÚÜáéíñóúü',
	Turkish: 'ÇĞİÖŞÜçğıöşü',
	Welsh: 'ÂÊÎÔÛŴŶâêîôûŵŷ',
	Belarusian: 'ЎўІі',
	Bulgarian: 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЬЮЯабвгдежзийклмнопрстуфхцчшщъьюя',
	Macedonian: 'ЃЅЈЉЊЌЏѓѕјљњќџ',
	Russian: 'ЁЫЭёыэ',
	Serbian: 'ЂЋђћ',
	Ukrainian: 'ҐЄІЇґєії',
	Greek: 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψωΆΈΉΊΌΎΏΪΫάέήίόύώϊϋΐΰ',
};

const texts: Record<string, string> = {
	'no text': '',
	'one line': 'I agree.',
	'empty paragraphs': 'One.\n\n\nTwo.\n',
	'indented lines': '{\n\t"amount": 1,\n\t"to": ["a", "b"]\n}',
	'long paragraphs': `${sentence.repeat(20)}\n\n${sentence.repeat(300)}`,
	'a long word': `See https://example.com/${'a1B2'.repeat(60)} for more.`,
	signs:
		'!"#$%&\'()*+,-./0123456789:;<=>?@[\\]^_`{|}~ €‚ƒ„…†‡‰‹‘’“”•–—™› ¡¢£¤¥¦§©ª«¬®°±²³µ¶·¹º»¼½¾¿×÷₴₽№→−≤≥☐☑✓',
	'every alphabet of Europe': Object.values(alphabets).join(' '),
	'names of all kinds':
		'Kovačević, Łukasz Żółć, Ștefan Țîrlea, Þórunn Ðagný, Ľubomír Šťastný, Őri Űr, Ģirts Ķēniņš, Gülşah Yıldırım, Щукин, Їжак Ґанок, Ђорђе Љубиша, Ѓорѓи Ќосев, Ўладзімір, Γιώργος Παπαδόπουλος, ἄνθρωπος, Nguyễn Thế Hiển',
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

/** How dark each point is where a font draws a character. */
function inkOf(font: string, character: string): Uint8ClampedArray {
	const context = createCanvas(120, 120).getContext('2d');
	context.font = `80px ${font}`;
	context.fillText(character, 20, 90);
	return context.getImageData(0, 0, 120, 120).data.filter((_, at) => at % 4 === 3);
}
const sumOf = (numbers: Uint8ClampedArray) => numbers.reduce((sum, one) => sum + one, 0);

test.each(['Polish', 'Romanian', 'Bulgarian', 'Greek'] as const)(
	'each letter of %s has the shape that the font gives it',
	(language) => {
		const others = [...alphabets[language]];
		const text = `AZaz${others.join('')}`;
		const { bytes } = writeTextPdf({ title: '', text }, { boxes: 0, yCountsFrom: 'top' });
		writeFileSync(path.join(folder, 'text.pdf'), bytes);
		const extracted = /font\S+\.ttf/.exec(run('mutool', ['extract', 'text.pdf']).output)?.[0] ?? '';
		GlobalFonts.registerFromPath(path.join(folder, extracted), language);
		const whole = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf');
		GlobalFonts.registerFromPath(whole, 'whole');
		for (const letter of text) {
			const at = others.indexOf(letter);
			// The first font of a file has ASCII, and then the others as they are used.
			const byte = at < 0 ? letter.charCodeAt(0) : 0x7f + at;
			const [used, original] = [
				inkOf(language, String.fromCharCode(0xf000 + byte)),
				inkOf('whole', letter),
			];
			// The original has hints, which round its edges.
			const difference = sumOf(used.map((ink, point) => Math.abs(ink - (original[point] ?? 0))));
			expect({ letter, share: difference / sumOf(original) < 0.2 }).toEqual({
				letter,
				share: true,
			});
		}
	},
);

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
