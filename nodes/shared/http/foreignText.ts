/** Enough to understand what somebody says; what is longer would fill errors, logs and databases. */
const LONGEST_SHOWN = 300;

/** For people: a text of somebody else, in one line and not too long. */
export function shortened(text: string, most = LONGEST_SHOWN): string {
	// Cut before anything looks at it: whoever sent it may have sent megabytes.
	const line = text
		.slice(0, most * 4)
		.replace(/\s+/g, ' ')
		.trim();
	return line.length > most ? `${line.slice(0, most)}…` : line;
}
