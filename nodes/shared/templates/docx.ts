import { contentOf, entriesIn, giveWay, UnreadableZip, writeZip } from '../zip/zip';
import type { NewZipEntry, ZipEntry } from '../zip/zip';
import { compile } from './compile';
import type { Node } from './compile';
import { filled } from './fill';
import type { Filling } from './fill';
import { MOST_PLACEHOLDERS, paragraphsIn, placeholdersIn } from './placeholders';
import type { Placeholder } from './placeholders';
import { drawingOf, imageRelationship } from './pictures';
import type { Picture } from './pictures';
import { elementsOf, escaped, UnusableTemplate } from './xml';

/** A Word file that was read once, and can be filled several times. */
export interface Template {
	entries: ZipEntry[];
	parts: Part[];
	contentTypes: string;
	relationships: Map<string, string>;
}

interface Part {
	name: string;
	placeholders: Placeholder[];
	nodes: Node[];
}

const LIMITS = { entries: 5_000, totalBytes: 512 * 2 ** 20 };
/** Of a file with text. */
const MOST_BYTES = 16 * 2 ** 20;

const CONTENT_TYPES = '[Content_Types].xml';
/** Also of templates, and of files with macros. */
const TEXT_TYPE =
	/^application\/vnd\.(?:openxmlformats-officedocument\.wordprocessingml|ms-word)\.(document|template|header|footer|footnotes|endnotes)(?:\.macroEnabled(?:Template)?)?(?:\.main)?\+xml$/;

export async function readTemplate(file: Buffer): Promise<Template> {
	return await read(file).catch((error: unknown) => {
		throw error instanceof UnreadableZip ? new UnusableTemplate(error.message) : error;
	});
}

async function read(file: Buffer): Promise<Template> {
	const entries = entriesIn(file, LIMITS);
	const byName = new Map(entries.map((entry) => [entry.name, entry]));
	const types = byName.get(CONTENT_TYPES);
	if (!types) throw new UnusableTemplate("It isn't a Word file (.docx).");
	const contentTypes = await textOf(types);
	const template: Template = { entries, parts: [], contentTypes, relationships: new Map() };
	for (const [name, kind] of await textParts(contentTypes)) {
		const entry = byName.get(name);
		if (!entry) throw new UnusableTemplate(`It has no file ${name}, but names it.`);
		const xml = await textOf(entry);
		// Others are copied as they are.
		if (!/\{/.test(xml)) {
			requireNoEntities(xml);
			continue;
		}
		const paragraphs = await paragraphsIn(xml, await elementsOf(xml), kind);
		const placeholders: Placeholder[] = [];
		for (const paragraph of paragraphs) {
			if (paragraph.text.includes('{{')) {
				await giveWay();
				placeholders.push(...placeholdersIn(paragraph));
			}
		}
		if (placeholders.length === 0) continue;
		if (placeholders.length > MOST_PLACEHOLDERS) {
			throw new UnusableTemplate(`It has more than ${MOST_PLACEHOLDERS} placeholders.`);
		}
		template.parts.push({ name, placeholders, nodes: compile(xml, paragraphs, placeholders) });
		const related = byName.get(relationshipsOf(name));
		if (related) template.relationships.set(name, await textOf(related));
	}
	return template;
}

/** The files with text, and in words what each is. */
async function textParts(contentTypes: string): Promise<Array<[name: string, kind: string]>> {
	const elements = await elementsOf(contentTypes);
	const parts = elements.flatMap(({ name, from, openEnd }): Array<[string, string]> => {
		if (name !== 'Override') return [];
		const tag = contentTypes.slice(from, openEnd);
		const kind = TEXT_TYPE.exec(attribute(tag, 'ContentType'))?.[1];
		const part = attribute(tag, 'PartName').replace(/^\//, '');
		return kind ? [[part, kind === 'template' ? 'document' : kind]] : [];
	});
	if (!parts.some(([, kind]) => kind === 'document')) {
		throw new UnusableTemplate("It isn't a Word file (.docx).");
	}
	return parts;
}

function attribute(tag: string, name: string): string {
	const [, double, single] = RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag) ?? [];
	return double ?? single ?? '';
}

function requireNoEntities(xml: string): void {
	if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new UnusableTemplate("Its XML isn't well-formed.");
}

/** Every byte of it can be written again, because it is checked to be UTF-8. */
async function textOf(entry: ZipEntry): Promise<string> {
	if (entry.sizeBytes > MOST_BYTES) {
		throw new UnusableTemplate(`It is too large: ${entry.name} has more than 16 MB.`);
	}
	return await decodedContent(entry).catch((error: unknown) => {
		if (error instanceof UnreadableZip) throw error;
		throw new UnusableTemplate(`Its file ${entry.name} isn't in UTF-8.`);
	});
}

async function decodedContent(entry: ZipEntry): Promise<string> {
	const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
	let text = '';
	for await (const chunk of contentOf(entry)) text += decoder.decode(chunk, { stream: true });
	return text + decoder.decode();
}

function relationshipsOf(part: string): string {
	return part.replace(/([^/]*)$/, '_rels/$1.rels');
}

export interface TemplateData extends Omit<Filling, 'picture'> {
	/** Undefined if the item has no such file. */
	picture: (name: string) => Promise<Picture | undefined>;
}

/** A Word file. Files without placeholders keep their compressed bytes. */
export async function fillTemplate(template: Template, data: TemplateData): Promise<Buffer> {
	const changed = new Map<string, string>();
	const added = new Map<string, { path: string; picture: Picture }>();
	let drawings = 0;
	// A number that no filled file has yet: each picture adds an entry.
	const first = template.entries.length;
	for (const { name: part, nodes } of template.parts) {
		const relations = new Map<string, string>();
		const picture = async (name: string) => {
			const found = added.get(name)?.picture ?? (await data.picture(name));
			if (!found) return undefined;
			const { path } = added.get(name) ?? {
				path: `word/media/filled${first + added.size}.${found.extension}`,
			};
			added.set(name, { path, picture: found });
			const relationship = `rIdFilled${first + [...added.keys()].indexOf(name)}`;
			relations.set(relationship, imageRelationship(relationship, path));
			const id = FIRST_DRAWING + ++drawings;
			return drawingOf(found, { name: escaped(name), id, relationship });
		};
		changed.set(part, await filled(nodes, { ...data, picture }));
		if (relations.size === 0) continue;
		const before = template.relationships.get(part) ?? NO_RELATIONSHIPS;
		const all = insertedBefore(before, '</Relationships>', [...relations.values()].join(''));
		changed.set(relationshipsOf(part), all);
	}
	if (added.size > 0) changed.set(CONTENT_TYPES, withTypes(template.contentTypes, added.values()));
	return await zipped(template, changed, [...added.values()]);
}

/** Behind those that Word numbers. */
const FIRST_DRAWING = 900_000;
const NO_RELATIONSHIPS =
	'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>';

function withTypes(contentTypes: string, added: Iterable<{ picture: Picture }>): string {
	const extensions = new Set([...added].map(({ picture }) => picture.extension));
	const known = new Set(
		[...contentTypes.matchAll(/<Default\s[^>]*>/g)].map(([tag]) =>
			attribute(tag, 'Extension').toLowerCase(),
		),
	);
	const missing = [...extensions].filter((extension) => !known.has(extension));
	const types = missing.map(
		(extension) => `<Default Extension="${extension}" ContentType="image/${extension}"/>`,
	);
	return insertedBefore(contentTypes, '</Types>', types.join(''));
}

function insertedBefore(xml: string, end: string, more: string): string {
	const at = xml.lastIndexOf(end);
	if (at >= 0) return xml.slice(0, at) + more + xml.slice(at);
	return xml.replace(/\/>\s*$/, () => `>${more}${end}`);
}

/** Times are those of the template, so that the same data give the same file. */
async function zipped(
	{ entries }: Template,
	changed: Map<string, string>,
	added: Array<{ path: string; picture: Picture }>,
): Promise<Buffer> {
	const [{ modifiedAt }] = entries as [ZipEntry];
	const names = new Set(entries.map(({ name }) => name));
	const all: Array<ZipEntry | NewZipEntry> = entries.map((entry) => {
		const text = changed.get(entry.name);
		if (text === undefined) return entry;
		return { name: entry.name, modifiedAt: entry.modifiedAt, content: [Buffer.from(text)] };
	});
	for (const [name, text] of changed) {
		if (!names.has(name)) all.push({ name, modifiedAt, content: [Buffer.from(text)] });
	}
	for (const { path: name, picture } of added) {
		all.push({ name, modifiedAt, content: [picture.bytes] });
	}
	const chunks: Uint8Array[] = [];
	for await (const chunk of writeZip(all)) chunks.push(chunk);
	return Buffer.concat(chunks);
}
