import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FIELD, write, writeForm } from '../../sandbox/pdf/samples.ts';
import { holderOf, pkcs12, type Workshop } from './openssl.ts';
import type { Maker } from './opensslFiles.ts';

/**
 * What poppler signs by itself, with NSS behind it: adbe.pkcs7.detached with SHA-256, whichever digest and form
 * version 22.12 is asked for.
 */
export function pdfsigFiles(): Record<string, Maker> {
	const files: Record<string, Maker> = {};
	for (const useObjectStreams of [true, false]) {
		const form = useObjectStreams ? 'streams' : 'a table';
		files[`pdfsig in a field of its own, in ${form}`] = async (workshop) =>
			pdfsig(workshop, await write({ useObjectStreams }), ['-add-signature']);
		files[`pdfsig in the field of a form, in ${form}`] = async (workshop) =>
			pdfsig(workshop, await writeForm({ useObjectStreams }), ['-sign', FIELD]);
	}
	return files;
}

function pdfsig(workshop: Workshop, pdf: Uint8Array, args: string[]): Buffer {
	const at = (file: string) => path.join(workshop.folder, file);
	writeFileSync(at('in.pdf'), pdf);
	// What an earlier call has left would hide that this one made nothing.
	rmSync(at('out.pdf'), { force: true });
	const keys = ['-nssdir', `sql:${database(workshop)}`, '-nick', 'holder'];
	const command = [...keys, ...args, at('in.pdf'), at('out.pdf')];
	const { stdout, stderr } = spawnSync('pdfsig', command, { encoding: 'utf8' });
	if (!existsSync(at('out.pdf'))) throw new Error(`pdfsig ${args.join(' ')}: ${stdout}${stderr}`);
	return readFileSync(at('out.pdf'));
}

/** pdfsig takes its keys from a database that only NSS's own tools can make. */
function database(workshop: Workshop): string {
	const folder = path.join(workshop.folder, 'nss');
	if (existsSync(folder)) return folder;
	mkdirSync(folder);
	const holder = path.join(workshop.folder, 'holder.p12');
	writeFileSync(holder, pkcs12(workshop, holderOf(workshop, 'rsa2048')));
	spawnSync('certutil', ['-N', '-d', `sql:${folder}`, '--empty-password']);
	spawnSync('pk12util', ['-d', `sql:${folder}`, '-i', holder, '-W', 'secret']);
	return folder;
}
