import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import ts from 'typescript';
import { DIALECTS } from '../../../sandbox/state/dialect.ts';
import { setScene, type Scene } from '../scene.ts';
import { describedBy, operationsOf, read } from './description.ts';

let scene: Scene;
let folder: string;
beforeAll(async () => {
	scene = await setScene({ controlKey: 'key' });
	folder = mkdtempSync(path.join(tmpdir(), 'openapi-'));
});
afterAll(async () => {
	await scene.close();
	rmSync(folder, { recursive: true });
});

describe.each(DIALECTS)('OpenAPI of the dialect %s', (dialect) => {
	test('is served to everyone, and the linter finds nothing', async () => {
		const address = `/sandbox/openapi/${dialect}.json`;
		const { status, headers, text } = await read(scene.sandbox, address);
		expect(status).toBe(200);
		expect(headers.get('content-disposition')).toContain(`esignature-${dialect}.openapi.json`);
		const config = await createConfig({ extends: ['recommended-strict'] });
		const problems = await lintFromString({ source: text, absoluteRef: address, config });
		expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
	});

	test('has every call of the interface', async () => {
		const operations = operationsOf(await describedBy(scene.sandbox, dialect));
		const own = await setScene({ dialect });
		await own.close();
		const routes = own.sandbox.routes
			.filter(({ path }) => /^\/(v\d|validation)\//.test(path))
			.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
			.filter((name) => name !== 'GET /v1/api-docs');
		const missing = routes
			.filter((name) => !operations.has(name))
			.map((name) => `Add \`describes\` to ${name}, as sandbox/access/activities.routes.ts has it`);
		expect(missing).toEqual([]);
		expect([...operations.keys()].sort()).toEqual(routes.sort());
	});
});

test('makes a client whose types know the calls', async () => {
	writeFileSync(
		path.join(folder, 'service.json'),
		JSON.stringify(await describedBy(scene.sandbox, 'public')),
	);
	const generator = path.join(__dirname, '../../../node_modules/openapi-typescript/bin/cli.js');
	execFileSync(process.execPath, [generator, 'service.json', '-o', 'service.ts'], { cwd: folder });
	const use = (title: string) => `
		import type { paths } from './service';
		type Create = paths['/v2/signature-requests']['post'];
		type Body = NonNullable<Create['requestBody']>['content']['application/json'];
		type Created = Create['responses'][200]['content']['application/json'];
		export const body: Body = { ${title}, document_id: 'd', signatures: [{ account_email: 'a@b.ch' }] };
		export const isSigned = (created: Created) => created.status_overall === 'SIGNED';
		export const sidOf = (created: Created): string | undefined => created.signatures[0]?.sid;
	`;
	expect(typeFaults([use("title: 'A'"), use('title: 1')])).toEqual([
		[],
		[expect.stringContaining("'number' is not assignable to type 'string'")],
	]);
});

/** Of each source by itself. */
function typeFaults(sources: string[]): string[][] {
	const files = sources.map((_source, place) => path.join(folder, `use${place}.ts`));
	sources.forEach((source, place) => writeFileSync(files[place] ?? '', source));
	const options = { strict: true, noEmit: true, skipLibCheck: true, types: [] };
	const program = ts.createProgram(files, options);
	return files.map((file) =>
		program
			.getSemanticDiagnostics(program.getSourceFile(file))
			.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
	);
}

test('another dialect is not there', async () => {
	expect((await read(scene.sandbox, '/sandbox/openapi/other.json')).status).toBe(400);
});

test('version 1 describes itself to everyone as Swagger 2.0 (interface.md 4)', async () => {
	const { json } = await read(scene.sandbox, '/v1/api-docs');
	expect(json).toMatchObject({ swagger: '2.0', basePath: '/v1' });
	const config = await createConfig({ extends: ['spec'] });
	const source = JSON.stringify(json);
	const problems = await lintFromString({ source, absoluteRef: '/v1/api-docs', config });
	// The linter does not know the type of Swagger 2.0 for files.
	const others = problems.filter(
		({ location }) => !location[0]?.pointer?.endsWith('/200/schema/type'),
	);
	expect(others.map(({ message, location }) => [message, location[0]?.pointer])).toEqual([]);
	const paths = json.paths as Record<string, Record<string, { parameters: object[] }>>;
	expect(Object.keys(paths['/signature-requests'] ?? {}).sort()).toEqual(['get', 'post', 'put']);
	expect(paths['/documents/{id}']?.get?.parameters).toEqual([
		{ name: 'id', in: 'path', required: true, type: 'string' },
	]);
	expect(paths['/access/login']?.post?.parameters).toMatchObject([
		{ name: 'username', in: 'formData', required: true, type: 'string' },
		{ name: 'api-key', in: 'formData', required: true, type: 'string' },
	]);
	expect(Object.keys(paths).some((one) => one.includes('observers'))).toBe(false);
});
