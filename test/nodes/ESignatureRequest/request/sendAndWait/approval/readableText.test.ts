import {
	dataLines,
	distinct,
	inEmail,
} from '../../../../../../nodes/ESignatureRequest/request/sendAndWait/approval/readableText';
import { writeTextPdf } from '../../../../../../nodes/ESignatureRequest/request/textDocument/textPdf';
import { shownLines } from '../../textDocument/shownLines';
import { fc } from '../../../../../support/jest/property';

const MARGIN = 57;
const STEP = 8;
const MARK = '•';

/** The fields of a document: whatever stands behind a mark, up to the next one. */
function fieldsOf(bytes: Buffer) {
	const fields: Array<{ depth: number; text: string; continued: number[] }> = [];
	for (const { x, text } of shownLines(bytes).filter(({ size }) => size === 11)) {
		const last = fields.at(-1);
		if (text === MARK) fields.push({ depth: (x - MARGIN) / STEP, text: '', continued: [] });
		else if (last && last.text === '') last.text = text;
		else if (last) {
			last.text += text;
			last.continued.push(x - MARGIN - last.depth * STEP);
		}
	}
	return fields;
}

const pdfOf = (data: unknown, label = 'Input') => {
	const { lines, fault } = dataLines(label, data);
	expect(fault).toBeUndefined();
	const content = { title: 'Approval: refund', text: 'Please approve.', fields: lines };
	return writeTextPdf(content, { boxes: 1, yCountsFrom: 'bottom' }).bytes;
};

const textOf = (quoted: string) =>
	quoted
		.slice(1, -1)
		.replace(/\\(?:u\{([0-9a-f]+)\}|(.))/gu, (_all, code: string | undefined, one: string) =>
			code ? String.fromCodePoint(parseInt(code, 16)) : one === 'n' ? '\n' : one,
		);

/** Reads the data back from the fields alone, by their depth. */
function readBack(fields: Array<{ depth: number; text: string }>): unknown {
	const rest = [...fields];
	const read = (depth: number): Array<[string, unknown]> => {
		const entries: Array<[string, unknown]> = [];
		while (rest[0]?.depth === depth) {
			const { text } = rest.shift()!;
			const [, label = '', shown] =
				/^("(?:[^"\\]|\\.)*"|\[\d+\]|[\w-]+):(?: (.*))?$/su.exec(text) ?? [];
			const name = label.startsWith('"') ? textOf(label) : label;
			entries.push([name, shown === undefined ? partsOf(read(depth + 1)) : valueOf(shown)]);
		}
		return entries;
	};
	const partsOf = (parts: Array<[string, unknown]>) =>
		parts.every(([name], at) => name === `[${at + 1}]`)
			? parts.map(([, value]) => value)
			: Object.fromEntries(parts);
	const [[, data] = []] = read(0);
	expect(rest).toEqual([]);
	return data;
}

function valueOf(shown: string): unknown {
	if (shown === '(no fields)') return {};
	if (shown === '(empty list)') return [];
	return shown.startsWith('"') ? textOf(shown) : (JSON.parse(shown) as unknown);
}

const tricks = [
	...['Tool: refund', 'Input:', '• amount: 9999', '\n', '\r\n', '\t', '  ', ' ', '"', "'", '\\'],
	...['\\u{20}', '\\n', '1 / 2', '\f', '\u00a0', '\u00ad', '\u200b', '\u202e', '\u2028', '–', '‚'],
	...[
		'а',
		'Щука',
		'Щyка',
		'δέ',
		'Łě',
		'Ｔ',
		'e\u0301',
		'é',
		'👍',
		'\ud83d',
		' '.repeat(200),
		'W'.repeat(70),
		'il '.repeat(60),
	],
	...[
		'null',
		'71',
		'true',
		'(no fields)',
		'[1]',
		'{}',
		'word ',
		': ',
		'€5',
		'End of the document.',
	],
];
const text = fc.oneof(
	fc.array(fc.constantFrom(...tricks), { maxLength: 8 }).map((parts) => parts.join('')),
	fc.string({ unit: 'binary', maxLength: 200 }),
);
const scalar = fc.oneof(
	text,
	fc.constantFrom(null, true, false, 71, 0.5, -3, 1e21, '71', 'null', 'true'),
);
const name = text.filter((one) => one !== '__proto__' && !/^\[\d+\]$/.test(one));
const { data } = fc.letrec((tie) => ({
	data: fc.oneof(
		{ maxDepth: 5 },
		scalar,
		fc.array(tie('data'), { maxLength: 4 }),
		fc.dictionary(name, tie('data'), { maxKeys: 4 }),
	),
}));

it('the lines of the PDF give the data back, whatever it holds', () => {
	fc.assert(
		fc.property(data, (input) => {
			const fields = fieldsOf(pdfOf(input));
			expect(readBack(fields)).toEqual(input);
			// No other line begins where a mark could, whatever the depth.
			for (const { continued } of fields)
				for (const x of continued) expect(x % STEP).toBe(22 % STEP);
		}),
		{ numRuns: 500, seed: 41 },
	);
});

it.each([
	['a no-break space', '5\u00a0EUR', '5\\u{a0}EUR'],
	['a soft hyphen', 're\u00adfund', 're\\u{ad}fund'],
	['a Cyrillic letter', 'Аnn', '\\u{410}nn'],
	['a word that could be Latin', 'раура', '\\u{440}\\u{430}\\u{443}\\u{440}\\u{430}'],
	['a Latin letter in a Cyrillic word', 'Щyка', '\\u{429}y\\u{43a}\\u{430}'],
	['names in other alphabets', 'Łukasz Kovačević, Щука, Θεός', 'Łukasz Kovačević, Щука, Θεός'],
	['letters that look like others', 'Ð ţ ı', '\\u{d0} \\u{163} \\u{131}'],
	['a full-width letter', 'Ａnn', '\\u{ff21}nn'],
	['an accent on its own', 'Ju\u0308rg', 'Ju\\u{308}rg'],
	['an en dash', '–5', '\\u{2013}5'],
	['several spaces', ' a   b ', '\\u{20}a \\u{20}\\u{20}b\\u{20}'],
	['a direction', 'a\u202eb', 'a\\u{202e}b'],
	['a backslash', '\\u{410}', '\\\\u{410}'],
	['the mark of a field', '• Tool', '\\u{2022} Tool'],
	['plain text', 'Jürg pays 5 € – no: “5.50 £”', 'Jürg pays 5 € \\u{2013} no: “5.50 £”'],
])('writes %s so that it is not mistaken', (_what, given, shown) => {
	expect(distinct(given)).toBe(shown);
});

it('a capital I has another shape than a small l', () => {
	const bytes = pdfOf({ to: 'ann@paypaI.com Il' });
	expect(shownLines(bytes).at(-2)?.text).toBe('to: "ann@paypaI.com Il"');
	const [, inName, alone] = /"ann@paypa(.)\.com (.)l"/.exec(bytes.toString('latin1')) ?? [];
	expect(alone).toBe(inName);
	expect(inName).not.toBe('I');
});

it('an email has the same lines, indented by spaces', () => {
	const { lines } = dataLines('Input', { to: { name: 'Ann' }, amount: 5 });
	expect(inEmail(lines)).toBe('- Input:\n    - to:\n        - name: "Ann"\n    - amount: 5');
});

const nested = (levels: number): unknown =>
	Array.from({ length: levels }).reduce((inner) => ({ a: inner }), 1);

describe('the limits', () => {
	it('takes 50 levels, and still shows them', () => {
		const fields = fieldsOf(pdfOf(nested(50)));
		expect(readBack(fields)).toEqual(nested(50));
	});

	it.each([51, 5_000, 100_000])('refuses %d levels', (levels) => {
		expect(dataLines('Input', nested(levels)).fault).toBe('is nested more than 50 levels deep');
	});

	it.each([
		['text', 'a'.repeat(50_000)],
		['text that takes more room', '\u200b'.repeat(10_000)],
		['a name', { ['a'.repeat(50_000)]: 1 }],
		['a list', Array.from({ length: 10_000 }, () => 1)],
	])('refuses %s that is too long', (_what, input) => {
		expect(dataLines('Input', input).fault).toBe('is longer than 50000 characters');
	});

	/** How often something of the data is read. */
	const readsOf = (input: object) => {
		let reads = 0;
		const counted = (target: object): object =>
			new Proxy(target, {
				get: (from, key) => {
					reads += 1;
					const value = Reflect.get(from, key) as unknown;
					return typeof value === 'object' && value !== null ? counted(value) : value;
				},
			});
		const { lines } = dataLines('Input', counted(input));
		return { reads, lines: lines.length };
	};

	it('reads each value once: twice the data is twice the work', () => {
		const rows = (count: number) => Array.from({ length: count }, () => ({ a: [1, { b: 'c' }] }));
		const [once, twice] = [readsOf(rows(200)), readsOf(rows(400))];
		expect(twice.reads).toBeLessThanOrEqual(2 * once.reads);
		expect(twice.lines - 1).toBe(2 * (once.lines - 1));
	});

	it('stops to read where it is too much', () => {
		const endless = (count: number) => Array.from({ length: count }, (_, at) => `value ${at}`);
		expect(readsOf(endless(100_000)).reads).toBeLessThan(2 * readsOf(endless(5_000)).reads);
	});
});
