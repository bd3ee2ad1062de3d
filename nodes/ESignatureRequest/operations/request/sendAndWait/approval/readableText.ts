/** Data as indented lines. A value cannot pass for another line: what holds a line break is written as JSON. */
export function readableText(value: unknown, indent = ''): string {
	if (typeof value !== 'object' || value === null) return `${indent}${inOneLine(value)}`;
	const entries = Object.entries(value);
	if (entries.length === 0) return `${indent}(nothing)`;
	return entries
		.map(([name, part]) => {
			const label = `${indent}${inOneLine(Array.isArray(value) ? Number(name) + 1 : name)}:`;
			const isNested = typeof part === 'object' && part !== null;
			return isNested
				? `${label}\n${readableText(part, `${indent}    `)}`
				: `${label} ${inOneLine(part)}`;
		})
		.join('\n');
}

/** Also spaces at which no line is broken: behind a break they would look like the indentation of another line. */
const UNSEEN = /\p{C}|[\u00a0\u2028\u2029]/gu;

function inOneLine(value: unknown): string {
	const isPlain = typeof value === 'string' && value.search(UNSEEN) === -1;
	const text = isPlain ? value : (JSON.stringify(value) ?? '(nothing)');
	return text.replace(UNSEEN, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);
}
