/** Other people's validators, which have to come to the same results as the sandbox. */
import { spawnSync } from 'node:child_process';
import { installFromDebian } from './debian.mjs';

/** Answers whether they are here: everything else can be tested without them. */
export async function bringValidators() {
	if (hasPdfsig()) return true;
	await installFromDebian('poppler-utils', 'Installing pdfsig, which checks our signatures');
	return hasPdfsig();
}

function hasPdfsig() {
	return spawnSync('pdfsig', ['-v']).status === 0;
}
