import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { preProcessFile } from 'typescript';
import manifest from '../../package.json';
import n8nWorkflow from 'n8n-workflow/package.json';

describe('package.json', () => {
	it('has no runtime dependency, so that n8n Cloud can install it', () => {
		expect(manifest).not.toHaveProperty('dependencies');
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		// n8n brings it. Otherwise `npm install <file>` would install 130 packages.
		expect(manifest.peerDependenciesMeta).toEqual({ 'n8n-workflow': { optional: true } });
	});

	it('pins the zod that n8n ships', () => {
		expect(manifest.devDependencies.zod).toBe(n8nWorkflow.devDependencies.zod);
	});

	it('imports zod/v3 alone, which is the same in zod 3 and zod 4', () => {
		const files = globSync('{nodes,credentials}/**/*.ts');
		const others = files.filter((file) => /from 'zod'/.test(readFileSync(file, 'utf8')));
		expect(others).toEqual([]);
	});

	it('declares every package that benchmarks, tests, scripts and settings import', () => {
		const files = globSync(['*.{js,mjs}', '{bench,test,scripts}/**/*.{ts,mjs,cjs,js}']);
		const imported = files.flatMap((file) =>
			preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles.map(
				({ fileName }) => fileName,
			),
		);
		const packages = imported
			.filter((name) => !/^[./]/.test(name) && !isBuiltin(name))
			.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
		const declared = Object.keys(manifest.devDependencies);
		expect(packages).toContain('undici');
		expect([...new Set(packages)].filter((name) => !declared.includes(name))).toEqual([]);
	});

	it('runs no script when it is installed', () => {
		const scripts = Object.keys(manifest.scripts);
		expect(scripts.filter((name) => /install|prepare|prepublish/.test(name))).toEqual([]);
	});
});
