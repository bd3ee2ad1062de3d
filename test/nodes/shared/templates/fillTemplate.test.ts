import { strFromU8, unzipSync } from 'fflate';

import { fillTemplate, readTemplate } from '../../../../nodes/shared/templates/docx';
import type { TemplateData } from '../../../../nodes/shared/templates/docx';
import { readPicture } from '../../../../nodes/shared/templates/pictures';
import { cell, docx, paragraph, row, run, table, textBox } from '../../../support/files/docx';

const usual: Omit<TemplateData, 'data'> = {
	locale: 'de-CH',
	timeZone: 'Europe/Zurich',
	keepsMissingEmpty: false,
	picture: async () => await Promise.resolve(undefined),
};

async function fill(file: Buffer, data: unknown, more: Partial<TemplateData> = {}) {
	const filled = await fillTemplate(await readTemplate(file), { ...usual, data, ...more });
	const files = unzipSync(filled);
	return Object.fromEntries(
		Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)] as const),
	);
}

const bodyOf = (xml = '') => /<w:body>(.*)<w:sectPr>/s.exec(xml)![1]!;

/** The filled body. */
async function body(template: string, data: unknown, more?: Partial<TemplateData>) {
	return bodyOf((await fill(docx(template), data, more))['word/document.xml']);
}

/** Its text, with one line for each paragraph. */
async function text(template: string, data: unknown, more?: Partial<TemplateData>) {
	return (await body(template, data, more))
		.replace(/<w:br\/>|<w:p\/>|<\/w:p>/g, '\n')
		.replace(/<[^>]*>/g, '')
		.trimEnd();
}

describe('a value', () => {
	const customer = {
		customer: { name: 'Ann <Lee> & "Co"', 'First Name': 'Ann', tags: ['a', 'b'] },
	};

	it('is text, never markup', async () => {
		expect(await body(paragraph('Dear {{customer.name}},'), customer)).toBe(
			'<w:p><w:r><w:t xml:space="preserve">Dear Ann &lt;Lee&gt; &amp; &quot;Co&quot;,</w:t></w:r></w:p>',
		);
	});

	it.each([
		['with spaces in its name', '{{ customer . First Name }}', 'Ann'],
		['of a list by number', '{{customer.tags.1}}', 'b'],
		['that is a number', '{{n}}', '2026'],
		['that is false', '{{no}}', 'false'],
		['with a default that it needs', '{{phone | default: –}}', '–'],
		['with a default that it does not need', '{{n|default:–}}', '2026'],
		['that is empty', '[{{empty}}]', '[]'],
		['under a name with dots', '{{a.b}}', 'dotted'],
		['as money', '{{n | money: chf}}', 'CHF\u00a02’026.00'],
		['as money from a text', '{{price | money: EUR}}', 'EUR\u00a01’234.50'],
		['as a number', '{{n | number}}', '2’026'],
		['with decimals', '{{price | number: 2}}', '1’234.50'],
		['as a date', '{{date | date: d. MMMM yyyy}}', '3. März 2026'],
		['as a usual date', '{{date | date}}', '3. März 2026'],
		[
			'as a time in the zone of the workflow',
			'{{time | date: dd.MM.yyyy HH:mm}}',
			'01.07.2026 00:30',
		],
	])('%s', async (_, template, expected) => {
		const data = {
			...{ ...customer, n: 2026, no: false, empty: '', 'a.b': 'dotted', price: '1234.5' },
			...{ date: '2026-03-03', time: '2026-06-30T22:30:00Z' },
		};
		// Node's versions write Swiss thousands differently.
		expect((await text(paragraph(template), data)).replace(/'/g, '’')).toBe(expected);
	});

	it('keeps its line breaks and tabs', async () => {
		expect(await body(paragraph('{{a}}'), { a: 'x\r\ny\tz' })).toBe(
			'<w:p><w:r><w:t xml:space="preserve">x</w:t><w:br/><w:t xml:space="preserve">y</w:t><w:tab/><w:t xml:space="preserve">z</w:t></w:r></w:p>',
		);
	});

	it('has the format of its first character, although Word splits it', async () => {
		const split = `<w:p>${run('a {', '<w:b/>')}<w:proofErr w:type="spellStart"/>${run('{cust', '<w:i/>')}<w:bookmarkStart w:id="0" w:name="x"/>${run('omer.First Name', '')}${run('}} b')}</w:p>`;
		expect(await body(split, customer)).toBe(
			'<w:p><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">a Ann</w:t></w:r><w:proofErr w:type="spellStart"/><w:r><w:rPr><w:i/></w:rPr><w:t></w:t></w:r><w:bookmarkStart w:id="0" w:name="x"/><w:r><w:t></w:t></w:r><w:r><w:t xml:space="preserve"> b</w:t></w:r></w:p>',
		);
	});

	it('is found in tables, headers, footers, footnotes, and both kinds of a text box', async () => {
		const name = paragraph('{{name}}');
		const template = docx(table(row('{{name}}')) + paragraph(textBox(name)), {
			header: name,
			footer: name,
			footnotes: `<w:footnote w:id="1">${name}</w:footnote>`,
		});
		const files = Object.values(await fill(template, { name: 'Ann' })).join('');
		expect(files).not.toContain('{{');
		expect(files.match(/Ann/g)).toHaveLength(6);
	});
});

describe('a list', () => {
	const items = [
		{ name: 'Chair', price: 20, parts: [{ name: 'Leg' }, { name: 'Back' }] },
		{ name: 'Desk', price: 100, parts: [] },
	];

	it.each([
		[
			'within a line',
			paragraph('Buy {{#items}}{{name}}, {{/items}}please'),
			'Buy Chair, Desk, please',
		],
		[
			'of paragraphs',
			['List:', '{{#items}}', '{{name}}', '{{/items}}', 'End']
				.map((one) => paragraph(one))
				.join(''),
			'List:\nChair\nDesk\nEnd',
		],
		[
			'of paragraphs that contain the placeholders',
			paragraph('{{#items}}Name: {{name}}') + paragraph('Price: {{price}}{{/items}}'),
			'Name: Chair\nPrice: 20\nName: Desk\nPrice: 100',
		],
		[
			'in a list',
			['{{#items}}', '{{name}}', '{{#parts}}', '- {{name}}', '{{/parts}}', '{{/items}}']
				.map((one) => paragraph(one))
				.join(''),
			'Chair\n- Leg\n- Back\nDesk',
		],
		[
			'of rows',
			table(
				row('Name', 'Price'),
				row('{{#items}}{{name}}', '{{price}}{{/items}}'),
				row('Sum', '120'),
			),
			'Name\nPrice\nChair\n20\nDesk\n100\nSum\n120',
		],
		[
			'of several rows',
			table(
				row('{{#items}}', ''),
				row('{{name}}', 'x'),
				row('{{price}}', 'y'),
				row('{{/items}}', ''),
			),
			'Chair\nx\n20\ny\nDesk\nx\n100\ny',
		],
		['of texts', paragraph('{{#tags}}{{.}};{{/tags}}'), 'a;b;'],
		[
			'that is an object',
			paragraph('{{#customer}}{{name}} of {{city}}{{/customer}}'),
			'Ann of Bern',
		],
		['that is empty', paragraph('{{#none}}x{{else}}nothing{{/none}}'), 'nothing'],
	])('%s', async (_, template, expected) => {
		const data = { items, tags: ['a', 'b'], none: [], customer: { name: 'Ann' }, city: 'Bern' };
		expect(await text(template, data)).toBe(expected);
	});

	it('keeps the format of each run', async () => {
		const template = `<w:p>${run('{{#items}}', '<w:b/>')}${run('{{name}}', '<w:i/>')}${run(';{{/items}} end', '<w:u/>')}</w:p>`;
		const [b, i, u] = ['b', 'i', 'u'].map(
			(name) => (content: string) =>
				`<w:r><w:rPr><w:${name}/></w:rPr><w:t xml:space="preserve">${content}</w:t></w:r>`,
		) as [(content: string) => string, (content: string) => string, (content: string) => string];
		expect(await body(template, { items })).toBe(
			`<w:p>${b('')}${b('')}${i('Chair')}${u(';')}${b('')}${i('Desk')}${u(';')}${u(' end')}</w:p>`,
		);
	});

	it('without entries leaves neither an empty table nor a cell without a paragraph', async () => {
		const rows = table(row('{{#none}}', 'x'), row('{{/none}}', ''));
		expect(await body(rows, { none: [] })).toBe('');
		const inCell = ['{{#none}}', 'x', '{{/none}}'].map((one) => paragraph(one));
		expect(await body(table(row(cell(...inCell))), { none: [] })).toBe(table(row(cell('<w:p/>'))));
	});
});

it.each([
	['true', { vip: true }, 'Dear VIP'],
	['a text', { vip: 'yes' }, 'Dear VIP'],
	['false', { vip: false }, 'Hello'],
	['false as a text', { vip: 'FALSE' }, 'Hello'],
	['an empty list', { vip: [] }, 'Hello'],
	['missing', {}, 'Hello'],
])('a condition that is %s', async (_, data, expected) => {
	expect(await text(paragraph('{{#if vip}}Dear VIP{{else}}Hello{{/if}}'), data)).toBe(expected);
	const lines = ['{{#if vip}}', 'Dear VIP', '{{else}}', 'Hello', '{{/if}}'];
	expect(await text(lines.map((one) => paragraph(one)).join(''), data)).toBe(expected);
	const runs = [
		'{{#if vip}}',
		'<w:r><w:rPr><w:b/></w:rPr><w:t>Dear VIP</w:t></w:r>',
		'{{el',
		'se}}',
		'Hello{{/if}}',
	];
	expect(await text(paragraph(...runs), data)).toBe(expected);
});

describe('tags of Skribble', () => {
	const tags = [
		'{{sign: Ann, ann@example.com}}',
		'{{ SIGN }}',
		'{{observe: Bob}}',
		'{{signer1: Eve}}',
	];

	it('stay as they are, byte for byte', async () => {
		const template = tags.map((tag) => paragraph(tag, tag.slice(0, 4), tag.slice(4))).join('');
		expect(await body(template, {})).toBe(template);
	});

	it('fields may have similar names', async () => {
		const data = { signDate: 'today', signer: { name: 'Ann' } };
		expect(await text(paragraph('{{signDate}} {{signer.name}}'), data)).toBe('today Ann');
	});

	it.each([
		['in a value', '{{a}}', { a: 'x {{sign: Eve}}' }, '"a" contains {{'],
		['with spaces between the braces', '{{a}}', { a: '{ \u200b{sign' }, '"a" contains {{'],
		['in two values', '{{a}}{{b}}', { a: '{', b: '{sign: Eve}}' }, '"b" contains {{'],
		['in the values of a list', '{{#a}}{{.}}{{/a}}', { a: ['{', '{sign}}'] }, '"." contains {{'],
		['with a brace of the template', '{{a}}{sign}', { a: '{' }, '"a" contains {{'],
		['in the default', '{{a | default: x}}{{b}}', { a: 'x{', b: '\n{' }, '"b" contains {{'],
	])('are refused %s', async (_, template, data, message) => {
		await expect(text(paragraph(...template.split('|||')), data)).rejects.toThrow(message);
		const apart = template.replace('}}{', '}}|||{').split('|||');
		await expect(text(apart.map((one) => paragraph(one)).join(''), data)).rejects.toThrow('{{');
	});
});

describe('what is refused, with its place', () => {
	const place = (template: string) => `(document: "${template}").`;

	it.each([
		['Dear {{name}}', '"name" has no value'],
		['{{customer.name.first}}', '"customer.name.first" has no value'],
		['{{__proto__}}', '"__proto__" has no value'],
		['{{constructor.name}}', '"constructor.name" has no value'],
		['{{image: logo}}', '"logo" has no value'],
		['{{#rows}}x{{/rows}}', '"rows" has no value'],
		['{{list}}', '"list" is a list, which needs {{#…}}'],
		['{{customer}}', '"customer" is an object, so use one of its fields'],
		['{{word | money: CHF}}', '"word" isn\'t a number, such as 1234.5'],
		['{{n | money}}', '"n" needs a currency, such as {{total | money: CHF}}'],
		['{{n | number: x}}', '"n" needs a number of decimals'],
		['{{word | date}}', '"word" isn\'t a date'],
		['{{n | date: d}}', '"n" isn\'t a date'],
		['{{n | upper}}', '"n" has the unknown format "upper"'],
		['{{bell}}', '"bell" contains a character that a Word file can\'t have'],
		['{{name', 'A placeholder has no }} in the same line'],
		['{{{name}}}', 'A placeholder has no }} in the same line'],
		['{{}}', "The placeholder {{}} isn't understood"],
		['{{a:b}}', "The placeholder {{a:b}} isn't understood"],
		['{{#if}}x{{/if}}', "The placeholder {{#if}} isn't understood"],
		['{{#list}}', 'The placeholder {{#list}} is never closed'],
		['{{/list}}', 'Nothing is open that {{/list}} could belong to'],
		['{{#list}}{{/word}}', 'Nothing is open that {{/word}} could belong to'],
		['{{else}}', 'Nothing is open that {{else}} could belong to'],
		['{{#list}}{{else}}{{else}}{{/list}}', 'Nothing is open that {{else}}'],
	])('%s', async (template, message) => {
		const data = { customer: { name: 'Ann' }, list: [1], n: 5, word: 'word', bell: '\u0007' };
		const refusal = await text(paragraph(template), data).catch((error: Error) => error.message);
		expect(refusal).toContain(message);
		expect(refusal).toContain(place(template));
	});

	it.each([
		[
			'from a text into a table',
			paragraph('{{#a}}') + table(row('{{/a}}')),
			'must both be in the same',
		],
		[
			'in the middle of a paragraph',
			paragraph('x {{#a}}') + paragraph('{{/a}}'),
			'has to begin its',
		],
		['after the end', paragraph('{{#a}}') + paragraph('{{/a}} x'), 'has to end its paragraph'],
		[
			'with an else in the text',
			paragraph('{{#a}}') + paragraph('x{{else}}') + paragraph('{{/a}}'),
			'Put {{else}} into a separate paragraph',
		],
		[
			'out of a link',
			`<w:p><w:hyperlink>${run('{{#a}}')}</w:hyperlink>${run('{{/a}}')}</w:p>`,
			'begins or ends in a link',
		],
	])('a list %s', async (_, template, message) => {
		await expect(text(template, { a: [1] })).rejects.toThrow(message);
	});

	it('or left empty, if the user chose so', async () => {
		const template = paragraph('[{{name}}{{#rows}}x{{/rows}}{{image: logo}}]');
		expect(await text(template, {}, { keepsMissingEmpty: true })).toBe('[]');
	});
});

describe('a picture', () => {
	/** A pixel of 4 by 2, with 192 pixels per inch. */
	const png = Buffer.from(
		'89504e470d0a1a0a0000000d494844520000000400000002080200000000000000000000097048597300001d8700001d87010000000000000049454e4400000000',
		'hex',
	);

	it('has its size, a relationship, and a content type, and is there once', async () => {
		const picture = async (name: string) => await Promise.resolve(readPicture(name, png));
		const template = docx(paragraph('{{image: logo}}') + paragraph('{{image: logo}}'), {
			header: paragraph('Logo: {{image: logo}}'),
		});
		const files = await fill(template, {}, { picture });
		const media = Object.keys(files).filter((name) => name.startsWith('word/media/'));
		expect(media).toHaveLength(1);
		expect(files['[Content_Types].xml']).toContain(
			'<Default Extension="png" ContentType="image/png"/></Types>',
		);
		for (const name of ['document', 'header']) {
			expect(files[`word/_rels/${name}.xml.rels`]).toContain(`Target="/${media[0]}"`);
			const [, relationship] = /r:embed="(\w+)"/.exec(files[`word/${name}.xml`]!)!;
			expect(files[`word/_rels/${name}.xml.rels`]).toContain(`Id="${relationship}"`);
		}
		const [width, height] = [4, 2].map((pixels) =>
			Math.round((pixels / (7559 * 0.0254)) * 914_400),
		);
		expect(files['word/document.xml']).toContain(`<wp:extent cx="${width}" cy="${height}"/>`);
	});

	it.each([
		['nothing', Buffer.alloc(0)],
		['text', Buffer.from('Dear Ann, this is no picture at all')],
		['a broken JPEG', Buffer.from('ffd8ffe00000'.padEnd(64, '0'), 'hex')],
	])('that is %s is refused', (_, bytes) => {
		expect(() => readPicture('logo', bytes)).toThrow('"logo" must be a PNG or JPEG file');
	});

	it('of a JPEG is measured, and fits on the page', () => {
		const jpeg = Buffer.from(
			'ffd8ffe000104a46494600010100480048000000ffc00011080bb80fa003011100021101031101ffd9'.padEnd(
				120,
				'0',
			),
			'hex',
		);
		const { width, height, extension } = readPicture('photo', jpeg);
		expect([extension, width, height]).toEqual(['jpeg', 5_760_000, 4_320_000]);
	});
});

it('everything else stays byte for byte, and unchanged files keep their compressed bytes', async () => {
	const styles = '<w:styles>{{ not a text</w:styles>';
	const before = `<w:p\n w:rsidR="00A1"  ><!-- {{x}} --><w:pPr><w:jc w:val='center'/></w:pPr>${run('é\u00a0&amp;&#233;')}</w:p>`;
	const template = docx(`${before}${paragraph('{{a}}')}${before}`, {
		files: { 'word/styles.xml': styles, 'customXml/item1.xml': '<a>{{b}}</a>' },
	});
	const files = await fill(template, { a: 1 });
	expect(bodyOf(files['word/document.xml'])).toBe(
		`${before}<w:p><w:r><w:t xml:space="preserve">1</w:t></w:r></w:p>${before}`,
	);
	const original = unzipSync(template);
	for (const name of Object.keys(original).filter((one) => one !== 'word/document.xml')) {
		expect(files[name]).toBe(strFromU8(original[name]!));
	}
});
