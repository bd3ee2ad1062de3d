/** Word files by hand: as Word writes them, with text split as it likes. */
import { strToU8, zipSync } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const NAMESPACES = `xmlns:w="${MAIN}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:r="${OFFICE}"`;

/** A run; a marked one is bold. */
export const run = (text: string, properties = '') =>
	`<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t>${text}</w:t></w:r>`;

/** Each argument is the text of a run, or XML. */
export const paragraph = (...runs: string[]) =>
	`<w:p>${runs.map((one) => (one.startsWith('<') ? one : run(one))).join('')}</w:p>`;

export const cell = (...paragraphs: string[]) =>
	`<w:tc><w:tcPr/>${paragraphs.map((one) => (one.startsWith('<') ? one : paragraph(one))).join('')}</w:tc>`;
export const row = (...cells: string[]) =>
	`<w:tr>${cells.map((one) => (one.startsWith('<w:tc>') ? one : cell(one))).join('')}</w:tr>`;
export const table = (...rows: string[]) =>
	`<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>${rows.join('')}</w:tbl>`;

/** As Word writes one: twice, for old and new readers. */
export const textBox = (...paragraphs: string[]) => {
	const content = `<w:txbxContent>${paragraphs.join('')}</w:txbxContent>`;
	return `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>${content}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${content}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
};

const part = (element: string, content: string) =>
	`${DECLARATION}<w:${element} ${NAMESPACES}>${content}</w:${element}>`;

interface Parts {
	header?: string;
	footer?: string;
	footnotes?: string;
	/** Further files, or other contents of the usual ones. */
	files?: Record<string, string | Buffer>;
}

const KINDS = { header: 'hdr', footer: 'ftr', footnotes: 'footnotes' } as const;

export function docx(body: string, { files = {}, ...parts }: Parts = {}): Buffer {
	const used = (['header', 'footer', 'footnotes'] as const).filter((kind) => parts[kind]);
	const override = (kind: string, type = kind) =>
		`<Override PartName="/word/${kind}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${type}+xml"/>`;
	const related = used.map(
		(kind, at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${kind}" Target="${kind}.xml"/>`,
	);
	const references = used
		.filter((kind) => kind !== 'footnotes')
		.map((kind) => `<w:${kind}Reference w:type="default" r:id="rId${used.indexOf(kind) + 1}"/>`);
	const all: Record<string, string | Buffer> = {
		'[Content_Types].xml': `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('document', 'document.main')}${used.map((kind) => override(kind)).join('')}</Types>`,
		'_rels/.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
		'word/document.xml': part(
			'document',
			`<w:body>${body}<w:sectPr>${references.join('')}</w:sectPr></w:body>`,
		),
		...(used.length > 0 && {
			'word/_rels/document.xml.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${related.join('')}</Relationships>`,
		}),
		...Object.fromEntries(
			used.map((kind) => [`word/${kind}.xml`, part(KINDS[kind], parts[kind]!)] as const),
		),
		...files,
	};
	const bytes = Object.entries(all).map(([name, content]): [string, Uint8Array] => [
		name,
		typeof content === 'string' ? strToU8(content) : new Uint8Array(content),
	]);
	return Buffer.from(zipSync(Object.fromEntries(bytes), { mtime: '2026-01-02T03:04:06Z' }));
}
