import { onePage, stream } from './byHand.ts';

/**
 * A file as Word writes it: a table for old viewers, and a stream that lists what they do not see, which
 * stands in an object stream (ISO 32000-1, 7.5.8.4). Here that is the font and the information.
 */
export function hybrid(words: string): Buffer {
	const { 5: font = '', ...objects } = onePage(words);
	const contained = [font, '<< /Title (Contract) >>'];
	const index = `5 0 7 ${font.length + 1} `;
	const container = stream(
		index + contained.join(' '),
		`/Type /ObjStm /N 2 /First ${index.length}`,
	);
	let text = '%PDF-1.7\n';
	const offsets: Record<number, number> = {};
	const write = (number: number, body: string) => {
		offsets[number] = text.length;
		text += `${number} 0 obj\n${body}\nendobj\n`;
	};
	for (const [number, body] of Object.entries(objects)) write(Number(number), body);
	write(6, container);
	const entries = '\x02\x06\x00\x02\x06\x01';
	write(8, stream(entries, '/Type /XRef /W [1 1 1] /Index [5 1 7 1] /Size 9 /Root 1 0 R'));
	const start = text.length;
	const rows = Array.from({ length: 9 }, (_none, number) => {
		const offset = offsets[number];
		const place = String(offset ?? 0).padStart(10, '0');
		return offset === undefined ? `${place} 65535 f \n` : `${place} 00000 n \n`;
	});
	text += `xref\n0 9\n${rows.join('')}trailer\n<< /Size 9 /Root 1 0 R /Info 7 0 R /XRefStm ${offsets[8]} >>\n`;
	return Buffer.from(`${text}startxref\n${start}\n%%EOF\n`, 'latin1');
}
