export const HTML = 'text/html';

/** Without its parameters, such as the character set. */
export function mediaTypeOf(headers: { 'content-type'?: unknown }): string | undefined {
	const type = headers['content-type'];
	return typeof type === 'string' ? type.split(';', 1)[0]?.trim().toLowerCase() : undefined;
}
