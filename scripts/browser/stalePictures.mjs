/** docs/pictures.json: what each picture would show now (`npm run generate`), and what it showed when it was taken. */
import { readFileSync, writeFileSync } from 'node:fs';

/** @typedef {Record<string, { shows: string, taken?: string }>} Notes */

export const NOTES = 'docs/pictures.json';

/** @returns {Notes} */
export function pictureNotes() {
	return JSON.parse(readFileSync(NOTES, 'utf8'));
}

export function stalePictures() {
	const stale = Object.entries(pictureNotes()).filter(([, { shows, taken }]) => shows !== taken);
	return stale.map(([name]) => name);
}

/** @param {(name: string) => boolean} isTaken */
export function noteTaken(isTaken) {
	const notes = Object.entries(pictureNotes()).map(([name, { shows, taken }]) => [
		name,
		{ shows, taken: isTaken(name) ? shows : taken },
	]);
	writeFileSync(NOTES, `${JSON.stringify(Object.fromEntries(notes), null, '\t')}\n`);
}
