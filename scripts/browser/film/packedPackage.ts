/**
 * n8n installs community packages with the command npm. Before a release the registry does not have this version, so
 * an npm in front of the real one answers for our package from its tarball, and passes everything else on.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pack } from '../../package/pack.mjs';

/** Answers with the PATH under which n8n finds that npm. */
export function pathWithPackage(folder: string): string {
	const bin = path.join(folder, 'bin');
	mkdirSync(bin, { recursive: true });
	const { tarball } = pack(folder);
	const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
		name: string;
		version: string;
	};
	const npm = path.join(bin, 'npm');
	writeFileSync(
		npm,
		`#!/bin/sh
case "$1 $2" in
"view ${name}@"*) echo '"${version}"' ;;
"pack ${name}@"*) cp '${tarball}' . && basename '${tarball}' ;;
*) export PATH='${process.env.PATH}' && exec npm "$@" ;;
esac
`,
	);
	chmodSync(npm, 0o755);
	return `${bin}${path.delimiter}${process.env.PATH}`;
}
