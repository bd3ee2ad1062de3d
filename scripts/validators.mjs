/** Other people's validators, which have to come to the same results as the sandbox. */
import { spawnSync } from 'node:child_process';
import { installFromDebian } from './debian.mjs';

const VALIDATORS = [
	{ command: 'pdfsig', asked: '-v', in: 'poppler-utils' },
	{ command: 'openssl', asked: 'version', in: 'openssl' },
];

/** Answers whether they are here: everything else can be tested without them. */
export async function bringValidators() {
	for (const validator of VALIDATORS.filter((one) => !isHere(one))) {
		await installFromDebian(validator.in, `Installing ${validator.command}, to check signatures`);
	}
	return VALIDATORS.every(isHere);
}

function isHere({ command, asked }) {
	return spawnSync(command, [asked]).status === 0;
}
