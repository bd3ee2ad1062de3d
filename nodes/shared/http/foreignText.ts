/** Enough to understand a message; what is longer would fill errors, logs and databases. */
const LONGEST_SHOWN = 300;

/** Characters without a shape, among them those that turn the direction of a text; two that join letters stay. */
export const INVISIBLE = /(?![\u200c\u200d])\p{Cf}+/gu;

/** For people and logs: a foreign text, in one line, not too long, and only what can be seen of it. */
export function shortened(text: string, most = LONGEST_SHOWN): string {
	// Cut before anything looks at it: the sender may have sent megabytes.
	const line = text
		.slice(0, most * 4)
		.replace(INVISIBLE, '')
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim();
	return line.length > most ? `${line.slice(0, most)}…` : line;
}
