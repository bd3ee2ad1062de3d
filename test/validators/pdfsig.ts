import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

export const VALID = 'Signature is Valid.';

/** What pdfsig of poppler-utils, written by no one here, says about each signature of a file. */
export function pdfsig(folder: string, pdf: Uint8Array) {
	const file = path.join(folder, 'document.pdf');
	writeFileSync(file, pdf);
	const { stdout } = spawnSync('pdfsig', ['-nocert', file], { encoding: 'utf8' });
	const after = (words: RegExp) => stdout.split(words).slice(1);
	return {
		verdicts: after(/Signature Validation: /).map(firstLine),
		signers: after(/Common Name: /).map(firstLine),
		whole: after(/Signed Ranges: .*\n/).map((rest) => /^\s*- Total document signed/.test(rest)),
	};
}

const firstLine = (text: string) => text.split('\n')[0];
