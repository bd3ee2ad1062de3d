/** HTML that is safe to send: everything put into it was escaped. */
export class Html {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

type Part = Html | string | number | false | null | undefined | Part[];

/** A template whose values are escaped unless they are Html themselves. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
	return new Html(literals.map((literal, index) => literal + rendered(parts[index])).join(''));
}

function rendered(part: Part): string {
	if (part instanceof Html) return part.text;
	if (Array.isArray(part)) return part.map(rendered).join('');
	if (part === undefined || part === null || part === false) return '';
	return escapeHtml(String(part));
}

const escapeHtml = (text: string) =>
	text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
