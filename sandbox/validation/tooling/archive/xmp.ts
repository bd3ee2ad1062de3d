import type { Level } from './level.ts';

const escaped = (text: string) =>
	// XML knows no other control characters.
	text
		.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '')
		.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Metadata that claim a level of PDF/A (ISO 19005-2, 6.6.4). */
export function xmpOf(level: Level, { title, time }: { title?: string; time: string }): string {
	const part = level.at(5);
	const conformance = level.at(6)?.toUpperCase();
	const dc = title
		? `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>`
		: '';
	return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>${conformance}</pdfaid:conformance>
${dc}<xmp:CreateDate>${time}</xmp:CreateDate><xmp:ModifyDate>${time}</xmp:ModifyDate>
<pdf:Producer>esignature-sandbox</pdf:Producer>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}
