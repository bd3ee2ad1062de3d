/** Enough to understand a message. Longer texts would fill errors, logs, and databases. */
const LONGEST_SHOWN = 300;

/** Including characters that turn the direction of a text. Two that join letters stay. */
export const INVISIBLE = /(?![\u200c\u200d])\p{Cf}+/gu;

/** A foreign text for people and logs: one line of visible characters, not too long. */
export function shortened(text: string, most = LONGEST_SHOWN): string {
	// Cut first: the sender may have sent megabytes.
	const line = text
		.slice(0, most * 4)
		.replace(INVISIBLE, '')
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
	return line.length > most ? `${line.slice(0, most)}…` : line;
}
