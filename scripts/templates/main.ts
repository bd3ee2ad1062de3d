/**
 * `npm run test:templates`: fills Word files that other programs wrote, and has them checked by python-docx, and by
 * LibreOffice where it's installed. It needs pandoc, and Python (`PYTHON`) with python-docx.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Docx from '../../nodes/shared/templates/docx.ts';
import { buildIfStale } from '../package/builtPackage.mjs';

await buildIfStale();
const { fillTemplate, readTemplate } = createRequire(import.meta.url)(
	'../../dist/nodes/shared/templates/docx.js',
) as typeof Docx;

const data = {
	...{ customer: { name: 'Ann <Lee> & Co' }, total: 1234.5, date: '2026-11-20', vip: true },
	items: [
		{ name: 'Chair', price: 20 },
		{ name: 'Desk', price: 100 },
	],
};

const folder = mkdtempSync(path.join(tmpdir(), 'esignature-templates-'));
const python = (step: string) =>
	execFileSync(process.env.PYTHON ?? 'python3', ['scripts/templates/corpus.py', step, folder], {
		stdio: 'inherit',
	});

try {
	python('make');
	mkdirSync(path.join(folder, 'filled'));
	for (const name of globSync('*.docx', { cwd: folder })) {
		const filled = await fillTemplate(await readTemplate(readFileSync(path.join(folder, name))), {
			...{ data, locale: 'en-GB', timeZone: 'UTC', keepsMissingEmpty: false },
			picture: async () => await Promise.resolve(undefined),
		});
		writeFileSync(path.join(folder, 'filled', name), filled);
	}
	python('check');
} finally {
	if (process.env.KEEP === undefined) rmSync(folder, { recursive: true, force: true });
}
