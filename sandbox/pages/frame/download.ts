import type { FastifyReply } from 'fastify';

export function sendDownload(reply: FastifyReply, title: string, pdf: Buffer) {
	return reply
		.type('application/pdf')
		.header('content-disposition', attachmentName(title))
		.send(pdf);
}

/** A header that names the file, with the letters of every language (RFC 6266). */
function attachmentName(title: string): string {
	// Half of a character, which JSON can hold, cannot be encoded.
	const whole = title.replace(/\.pdf$/i, '').replace(/\p{Surrogate}/gu, '_');
	const name = `${[...whole].slice(0, 120).join('')}.pdf`;
	const plain = name.replace(/[^\w .()-]/g, '_');
	const encoded = encodeURIComponent(name).replace(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16)}`,
	);
	return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
