/**
 * Applies n8n's package scanner to what would be published: the lint rules that decide whether a package
 * can be verified, on the packed tarball and on the sources. (Its third leg, provenance, needs a release.)
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { main, SetupError } from '../setup/command.mjs';
import { pack } from './pack.mjs';
import { root } from '../setup/setup.mjs';

const EXPECTED =
	/^(package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/.*(\.(js|json|svg)|\/LICENSE))$/;

await main(async () => {
	const work = mkdtempSync(path.join(tmpdir(), 'esignature-scan-'));
	try {
		const { tarball, files } = pack(work);
		const unexpected = files.filter((file) => !EXPECTED.test(file));
		if (unexpected.length > 0) {
			throw new SetupError(`The tarball holds what it should not: ${unexpected.join(', ')}`);
		}
		execFileSync('tar', ['-xzf', tarball, '-C', work]);
		await scan('the tarball', path.join(work, 'package'));
		await scan('the sources', root, SOURCE_FILE_PATTERNS);
		console.log(`${files.length} files packed, the scanner's rules hold`);
		return 0;
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
});

async function scan(what, folder, patterns) {
	const { passed, message, details = '' } = await analyzePackage(folder, patterns);
	if (!passed) throw new SetupError(`n8n's scanner refuses ${what}: ${message}\n${details}`);
}
