import { shortened } from '../client/foreignText';
import { giveWay } from '../zip/zip';
import type { Node } from './compile';
import { formatted, UnsuitableValue } from './formats';
import type { Local } from './formats';
import { placeOf } from './placeholders';
import type { Placeholder } from './placeholders';
import { escaped, FORBIDDEN, UnusableTemplate } from './xml';

export interface Filling extends Local {
	data: unknown;
	/** Otherwise a missing value stops. */
	keepsMissingEmpty: boolean;
	/** The XML of a picture, or undefined if the item has none of this name. */
	picture: (name: string) => Promise<string | undefined>;
}

const MOST_BYTES = 64 * 2 ** 20;
/** Lists in each other multiply. */
const MOST_NODES = 2_000_000;
const NODES_AT_ONCE = 500;

/** The file with its values. Lists look for a name in the entry first, then around it. */
export async function filled(nodes: Node[], filling: Filling): Promise<string> {
	const writer = new Writer(filling);
	await writer.write(nodes, [filling.data]);
	return writer.parts.join('');
}

class Writer {
	readonly parts: string[] = [];
	private written = 0;
	private nodeCount = 0;
	/** Whether the text so far ends with a brace. */
	private isBraceOpen = false;
	private lastValue?: Placeholder;

	private readonly filling: Filling;

	constructor(filling: Filling) {
		this.filling = filling;
	}

	async write(nodes: Node[], scopes: unknown[]): Promise<void> {
		for (const node of nodes) {
			if (++this.nodeCount % NODES_AT_ONCE === 0) await giveWay();
			if (this.nodeCount > MOST_NODES) {
				throw new UnusableTemplate('It is too large: its lists have too many entries.');
			}
			switch (node.kind) {
				case 'literal':
					if (node.first === '{' && this.isBraceOpen) throw addsTag(this.lastValue!);
					if (node.first !== undefined) this.isBraceOpen = false;
					this.add(node.xml);
					break;
				case 'value':
					await this.value(node.placeholder, scopes);
					break;
				case 'block': {
					const { placeholder, content, otherwise } = node;
					const entries = this.entriesOf(placeholder, scopes);
					for (const entry of entries) await this.write(content, [entry, ...scopes]);
					if (entries.length === 0) await this.write(otherwise, scopes);
					break;
				}
				case 'table': {
					const start = this.parts.length;
					await this.write(node.content, scopes);
					const hasRows = this.parts.slice(start).some((part) => part.includes('<w:tr'));
					if (!hasRows) this.parts.length = start;
					break;
				}
				case 'cellEnd':
					if (!/(?:<\/w:p|<w:p(?:\s[^<>]*)?\/)>\s*$/.test(this.end())) this.add('<w:p/>');
			}
		}
	}

	private add(xml: string): void {
		this.written += xml.length;
		if (this.written > MOST_BYTES) {
			throw new UnusableTemplate('It is too large: filled, it has more than 64 MB.');
		}
		if (xml !== '') this.parts.push(xml);
	}

	/** Long enough for the end of a paragraph. */
	private end(): string {
		return this.parts.slice(-3).join('').slice(-1_000);
	}

	private async value(placeholder: Extract<Placeholder, { path: string }>, scopes: unknown[]) {
		if (placeholder.kind === 'image') {
			const picture = await this.filling.picture(placeholder.path);
			if (picture === undefined && !this.filling.keepsMissingEmpty) throw missing(placeholder);
			this.add(picture ?? '');
			return;
		}
		const text = await this.textOf(placeholder, valueIn(scopes, placeholder.path));
		const isTag = /\{[\s\p{Cf}]*\{/u.test(text);
		if (isTag || (this.isBraceOpen && /^[\s\p{Cf}]*\{/u.test(text))) throw addsTag(placeholder);
		if (FORBIDDEN.test(text)) {
			throw faultOf(placeholder, "contains a character that a Word file can't have");
		}
		if (text.trim() !== '') this.isBraceOpen = /\{[\s\p{Cf}]*$/u.test(text);
		this.lastValue = placeholder;
		this.add(
			escaped(text)
				.replace(/\r\n?|\n/g, LINE_BREAK)
				.replace(/\t/g, TAB),
		);
	}

	private async textOf(placeholder: Placeholder, value: unknown): Promise<string> {
		const formats = placeholder.kind === 'value' ? placeholder.formats : [];
		const text = await formatted(value, formats, this.filling).catch((error: unknown) => {
			throw error instanceof UnsuitableValue ? faultOf(placeholder, error.message) : error;
		});
		if (text === undefined && !this.filling.keepsMissingEmpty) throw missing(placeholder);
		return text ?? '';
	}

	/** The scopes in which the content of a block is written. */
	private entriesOf(
		placeholder: Extract<Placeholder, { kind: 'open' }>,
		scopes: unknown[],
	): unknown[] {
		const value = valueIn(scopes, placeholder.path);
		if (placeholder.isCondition) return isTrue(value) ? [{}] : [];
		if (Array.isArray(value)) return value;
		if (value === undefined && !this.filling.keepsMissingEmpty) throw missing(placeholder);
		return isTrue(value) ? [value] : [];
	}
}

const LINE_BREAK = '</w:t><w:br/><w:t xml:space="preserve">';
const TAB = '</w:t><w:tab/><w:t xml:space="preserve">';

/** A text may be meant as a switch, as in a spreadsheet. */
function isTrue(value: unknown): boolean {
	if (typeof value === 'string') return !/^\s*(?:false|0|)\s*$/i.test(value);
	return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

const MOST_NAMES = 20;

/** In the innermost scope that has it. A name may have dots, as have those of the form. */
function valueIn(scopes: unknown[], path: string): unknown {
	if (path === '.') return scopes[0];
	const names = path.split('.').slice(0, MOST_NAMES);
	for (const scope of scopes) {
		const found = memberOf(scope, names);
		if (found !== undefined) return found;
	}
	return undefined;
}

function memberOf(value: unknown, names: string[]): unknown {
	if (names.length === 0) return value;
	if (typeof value !== 'object' || value === null) return undefined;
	for (let count = names.length; count > 0; count--) {
		const name = names.slice(0, count).join('.');
		if (!Object.hasOwn(value, name)) continue;
		const found = memberOf((value as Record<string, unknown>)[name], names.slice(count));
		if (found !== undefined) return found;
	}
	return undefined;
}

function missing(placeholder: Placeholder): UnusableTemplate {
	return faultOf(placeholder, 'has no value');
}

function addsTag(placeholder: Placeholder): UnusableTemplate {
	return faultOf(placeholder, 'contains {{, which Skribble could read as a tag');
}

function faultOf(placeholder: Placeholder, why: string): UnusableTemplate {
	const { paragraph, source } = placeholder;
	const name = 'path' in placeholder ? placeholder.path : source;
	return new UnusableTemplate(`"${shortened(name)}" ${why} (${placeOf(paragraph)}).`);
}
