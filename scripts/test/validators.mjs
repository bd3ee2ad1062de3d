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
	const missing = VALIDATORS.filter((one) => !isHere(one));
	if (missing.length > 0) {
		const commands = missing.map(({ command }) => command).join(', ');
		const packages = missing.map((one) => one.in);
		await installFromDebian(packages, `Installing ${commands}, to check signatures`);
	}
	return VALIDATORS.every(isHere);
}

/** All of them know the word; what they answer to it does not matter. */
function isHere({ command }) {
	return spawnSync(command, ['--help']).error === undefined;
}
