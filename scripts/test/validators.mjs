/** Other people's validators, which have to come to the same results as the sandbox. */
import { spawnSync } from 'node:child_process';
import { installFromDebian } from '../setup/debian.mjs';

const VALIDATORS = [
	{ command: 'pdfsig', in: 'poppler-utils' },
	{ command: 'openssl', in: 'openssl' },
	// Makes the keys with which pdfsig itself signs.
	{ command: 'certutil', in: 'libnss3-tools' },
	{ command: 'qpdf', in: 'qpdf' },
	{ command: 'mutool', in: 'mupdf-tools' },
];

/** Answers whether they are here: everything else can be tested without them. */
export async function bringValidators() {
	for (const validator of VALIDATORS.filter((one) => !isHere(one))) {
		await installFromDebian(validator.in, `Installing ${validator.command}, to check signatures`);
	}
	return VALIDATORS.every(isHere);
}

/** All of them know the word; what they answer to it does not matter. */
function isHere({ command }) {
	return spawnSync(command, ['--help']).error === undefined;
}
