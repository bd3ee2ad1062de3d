import { readFileSync } from 'node:fs';
import manifest from '../../package.json';
import n8nWorkflow from 'n8n-workflow/package.json';

describe('package.json', () => {
	it('has no runtime dependency, so that n8n Cloud can install it', () => {
		expect(manifest).not.toHaveProperty('dependencies');
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});

	it('pins the zod that n8n ships', () => {
		expect(manifest.devDependencies.zod).toBe(n8nWorkflow.devDependencies.zod);
	});

	it('runs no script when it is installed', () => {
		const scripts = Object.keys(manifest.scripts);
		expect(scripts.filter((name) => /install|prepare|prepublish/.test(name))).toEqual([]);
	});
});

it('the lock file names no host', () => {
	expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved": "http');
});
