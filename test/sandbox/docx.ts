import { strToU8, zipSync } from 'fflate';

const NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** A run of text, as Word writes it. */
export const run = (text: string) => `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;
export const paragraph = (inside: string) => `<w:p>${inside}</w:p>`;

/** A Word file with these paragraphs, written as text or as XML; its list 1 has bullets. */
export function newDocx(...paragraphs: string[]): Buffer {
	const body = paragraphs
		.map((one) => (one.startsWith('<w:') ? one : paragraph(run(one))))
		.join('');
	const parts = {
		'[Content_Types].xml':
			'<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
		'_rels/.rels':
			'<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
		'word/numbering.xml': `<?xml version="1.0" encoding="UTF-8"?><w:numbering ${NAMESPACE}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
		'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document ${NAMESPACE}><w:body>${body}</w:body></w:document>`,
	};
	const files = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const);
	return Buffer.from(zipSync(Object.fromEntries(files)));
}
