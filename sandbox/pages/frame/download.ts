import type { FastifyReply } from 'fastify';

export function sendDownload(reply: FastifyReply, title: string, pdf: Buffer) {
	return reply
		.type('application/pdf')
		.header('content-disposition', attachmentName(title))
		.send(pdf);
}

/** The name of the file with a title, which may already end like one. */
export const fileNameOf = (title: string) => `${title.replace(/\.pdf$/i, '')}.pdf`;

/** A header that names the file, with the letters of every language (RFC 6266). */
function attachmentName(title: string): string {
	// Half of a character, which JSON can hold, cannot be encoded.
	const whole = title.replace(/\.pdf$/i, '').replace(/\p{Surrogate}/gu, '_');
	const name = fileNameOf([...whole].slice(0, 120).join(''));
	const plain = name.replace(/[^\w .()-]/g, '_');
	const encoded = encodeURIComponent(name).replace(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16)}`,
	);
	return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
