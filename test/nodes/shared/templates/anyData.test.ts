/** Any data in any template: a well-formed file whose text is as expected, or a refusal. */
import { strFromU8, unzipSync } from 'fflate';

import { fillTemplate, readTemplate } from '../../../../nodes/shared/templates/docx';
import { FORBIDDEN, UnusableTemplate } from '../../../../nodes/shared/templates/xml';
import { cell, docx, row, run, table } from '../../../support/files/docx';
import { fc, tries } from '../../../support/jest/property';

interface Handlers {
	onerror: (error: Error) => void;
	ontext: (text: string) => void;
	onclosetag: (name: string) => void;
	write: (xml: string) => Handlers;
	close: () => void;
}

// It has no types of its own.
const { parser } = jest.requireActual<{ parser: (strict: boolean) => Handlers }>('sax');

/** The text of a file, by someone else's parser, and the names of its elements. */
function parsed(xml: string) {
	let text = '';
	const names = new Set<string>();
	const reading = parser(true);
	reading.onerror = (error) => {
		throw error;
	};
	reading.ontext = (more) => (text += more);
	reading.onclosetag = (name) => {
		names.add(name);
		text += { 'w:br': '\n', 'w:tab': '\t', 'w:p': '¶' }[name] ?? '';
	};
	reading.write(xml.replace(/^<\?xml[^>]*>\n/, '')).close();
	return { text, names: [...names].sort() };
}

interface Data {
	a: string;
	b: string;
	yes: boolean;
	list: string[];
}

async function fill(template: Buffer, data: unknown) {
	const filled = await fillTemplate(await readTemplate(template), {
		...{ data, locale: 'en-GB', timeZone: 'UTC', keepsMissingEmpty: true },
		picture: async () => await Promise.resolve(undefined),
	});
	return strFromU8(unzipSync(filled)['word/document.xml']!);
}

const plain = fc
	.string({ unit: 'binary' })
	.filter((text) => !FORBIDDEN.test(text) && !/[{}¶]/.test(text));
const nasty = fc.constantFrom('<w:p/>', '&lt;', ']]>', '"', '<!--', '$&', '$1', '\r\n', '\t', ' ');
const value = fc.oneof(plain, nasty);

/** As XML, one unit at a time, and the text that it becomes. */
type Piece = [units: string[], text: (data: Data) => string];
const shown = (text: string) => text.replace(/\r\n?/g, '\n');
const pieces: Piece[] = [
	[['a'], () => 'a'],
	[['&amp;', ' '], () => '& '],
	[['&#x41;'], () => 'A'],
	[[...'{{a}}'], ({ a }) => shown(a)],
	[[...'{{ b | default: none }}'], ({ b }) => shown(b) || 'none'],
	[[...'{{#if yes}}[{{a}}]{{else}}no{{/if}}'], ({ a, yes }) => (yes ? `[${shown(a)}]` : 'no')],
	[
		[...'{{#list}}({{.}}{{b}}){{/list}}'],
		({ b, list }) => list.map((one) => `(${shown(one + b)})`).join(''),
	],
	[[...'{{sign: Ann}}'], () => '{{sign: Ann}}'],
];

/** Split into runs as Word does: anywhere. */
const paragraph = fc
	.array(fc.tuple(fc.constantFrom(...pieces), fc.infiniteStream(fc.integer({ min: 0, max: 9 }))))
	.map((list) => {
		let xml = '';
		for (const [[units], cuts] of list) {
			let current = '';
			for (const unit of units) {
				current += unit;
				if (cuts.next().value !== 0) continue;
				xml += run(current, '<w:b/>') + '<w:proofErr w:type="spellEnd"/>';
				current = '';
			}
			if (current) xml += run(current);
		}
		const text = (data: Data) => `${list.map(([[, one]]) => one(data)).join('')}¶`;
		return { xml: `<w:p>${xml}</w:p>`, text };
	});

const data = fc.record({ a: value, b: value, yes: fc.boolean(), list: fc.array(value) });

it('text is filled in as it is, and nothing of it becomes markup', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(paragraph), data, async (paragraphs, values) => {
			const inRow = row(cell('{{#list}}x'), cell('{{.}}{{/list}}'));
			const body = paragraphs.map(({ xml }) => xml).join('');
			const template = docx(body + table(row('Name', 'Price'), inRow));
			const { text, names } = parsed(await fill(template, values));
			const rows = values.list.map((one) => `x¶${shown(one)}¶`).join('');
			const expected = paragraphs.map((one) => one.text(values)).join('');
			expect(text).toBe(`${expected}Name¶Price¶${rows}`);
			const known = parsed(strFromU8(unzipSync(template)['word/document.xml']!)).names;
			expect(names.filter((name) => !known.includes(name) && !/^w:(br|tab)$/.test(name))).toEqual(
				[],
			);
		}),
		tries(30),
	);
});

it('anything else is refused in words, or leaves a well-formed file', async () => {
	const template = docx(
		'{{a}}{{a.b}}{{a | money: CHF}}{{b | date}}{{#a}}{{b}}{{#b}}{{.}}{{/b}}{{/a}}'
			.split(/(?=\{\{)/)
			.map((one) => run(one))
			.join('')
			.replace(/^.*$/s, (runs) => `<w:p>${runs}</w:p>`),
	);
	await fc.assert(
		fc.asyncProperty(fc.anything({ withDate: true, withNullPrototype: true }), async (values) => {
			const filled = await fill(template, { a: values, b: values }).catch(
				(error: unknown) => error,
			);
			if (filled instanceof UnusableTemplate) return;
			expect(parsed(filled as string).text).not.toContain('{{');
		}),
		tries(100),
	);
});
