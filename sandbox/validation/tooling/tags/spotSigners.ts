import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { shownBoxOf } from '../../../pdf/file/pageBox.ts';
import { openForReading } from '../../../pdf/file/revision.ts';
import type { TagSyntax } from '../../../state/settings.ts';
import type { Outcome } from '../outcome.ts';
import { isSigned, SIGNED } from '../signed.ts';
import { findTags } from './findTags.ts';
import { placeOf } from './place.ts';
import { contentOfTag, Signers } from './signers.ts';
import type { Spotted } from './spotted.ts';
import { erase } from './erase.ts';
import type { Glyph } from '../text/glyph.ts';
import { readText } from '../text/readText.ts';

type Found = Omit<Spotted, 'readyAt'>;

/** Finds who signs where by tags in the text, and takes the tags out. */
export async function spotSigners(content: Buffer, syntax: TagSyntax): Promise<Outcome<Found>> {
	const pdf = await openForReading(content);
	const { signers, observers, tags, obstacles } = await search(pdf, syntax);
	const { details, ...found } = signers.found();
	const result = { ...found, observers: [...observers], details: [...details, ...obstacles] };
	if (tags.length === 0) {
		const isUnreadable = obstacles.length > 0;
		return { result: { ...result, status: isUnreadable ? 'failed' : 'success' } };
	}
	if (isSigned(pdf)) return { result: { ...result, status: 'failed', details: [SIGNED] } };
	erase(tags);
	const changed = await pdf.save({ useObjectStreams: false, updateFieldAppearances: false });
	return { result: { ...result, status: 'success' }, content: changed };
}

async function search(pdf: PDFDocument, syntax: TagSyntax) {
	const signers = new Signers();
	const observers = new Set<string>();
	const tags: Glyph[] = [];
	const obstacles: string[] = [];
	for (const [index, page] of pdf.getPages().entries()) {
		const { glyphs, obstacle } = await textOf(page);
		if (obstacle) obstacles.push(`Page ${index + 1}: ${obstacle}`);
		for (const tag of findTags(glyphs, syntax)) {
			tags.push(...tag.glyphs);
			if (tag.kind === 'observe') {
				for (const part of tag.parts) if (part.includes('@')) observers.add(part);
				continue;
			}
			const said = contentOfTag(tag, syntax);
			const place = placeOf(tag.firstLine, said, shownBoxOf(page));
			signers.add(said, { page: index, ...place });
		}
	}
	return { signers, observers, tags, obstacles };
}

/** The text of a page, and why some of it may be missing. */
async function textOf(page: PDFPage): Promise<{ glyphs: Glyph[]; obstacle?: string }> {
	try {
		const glyphs = await readText(page);
		if (glyphs.every(({ text }) => text !== undefined)) return { glyphs };
		return { glyphs, obstacle: 'some text has no Unicode values, and tags in it are not found.' };
	} catch {
		return { glyphs: [], obstacle: 'the text cannot be read, and tags in it are not found.' };
	}
}
