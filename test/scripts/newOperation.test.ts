import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** One for each template, and one whose name is taken by another resource of the node. */
const OPERATIONS = [
	['ESignatureDocument', 'document', 'getPages', 'Get Pages'],
	['ESignatureRequest', 'request', 'getHistory', 'Get History'],
	['ESignatureRequest', 'signer', 'get', 'Get'],
	['ESignatureRequest', 'observer', 'getNewest', 'Get Newest'],
	['ESignatureSeal', 'seal', 'getSealed', 'Get Sealed Document'],
	['ESignatureValidation', 'credit', 'getForecast', 'Get Forecast'],
	['ESignatureValidation', 'validation', 'getSummary', 'Get ETSI Summary'],
] as const;

const COPIED = [
	...['nodes', 'credentials', 'icons', 'sandbox', 'scripts', 'test'],
	...['package.json', 'README.md', 'CHANGELOG.md', '.prettierrc.js', 'gulpfile.js'],
	...['jest.config.js', 'eslint.config.mjs', 'tsconfig.json', 'tsconfig.tools.json'],
];

const TOOLS = {
	gulp: 'gulp/bin/gulp.js',
	prettier: 'prettier/bin/prettier.cjs',
	eslint: 'eslint/bin/eslint.js',
	tsc: 'typescript/bin/tsc',
	jest: 'jest/bin/jest.js',
};

const TIMEOUT_MS = 300_000;
const run = promisify(execFile);
// n8n's lint rules take every file for one of their own tests when jest says that this is a test.
const env = { ...process.env, NODE_ENV: undefined };

let home: string;
const written: string[] = [];

/** A command in the copy; what it says is the reason when it fails. */
async function inCopy(script: string, ...args: string[]): Promise<string> {
	try {
		return (await run(process.execPath, [script, ...args], { cwd: home, env })).stdout;
	} catch (error) {
		const { stdout, stderr } = error as { stdout: string; stderr: string };
		throw new Error(`${script} ${args.join(' ')}\n${stdout}\n${stderr}`);
	}
}

const scaffold = async (...args: string[]) => await inCopy('scripts/newOperation.mjs', ...args);
const tool = async (name: keyof typeof TOOLS, ...args: string[]) =>
	await inCopy(`node_modules/${TOOLS[name]}`, ...args);

const read = (file: string) => readFileSync(path.join(home, file), 'utf8');

beforeAll(async () => {
	home = mkdtempSync(path.join(tmpdir(), 'esignature-scaffold-'));
	for (const name of COPIED) cpSync(name, path.join(home, name), { recursive: true });
	symlinkSync(path.resolve('node_modules'), path.join(home, 'node_modules'));
	for (const operation of OPERATIONS) {
		const told = await scaffold(...operation);
		written.push(...(told.match(/^ {2}\S+\.(ts|json)$/gm) ?? []).map((line) => line.trim()));
	}
}, TIMEOUT_MS);

afterAll(() => rmSync(home, { recursive: true, force: true }));

it('names the three files that it has written for each', () => {
	expect(written).toHaveLength(3 * OPERATIONS.length);
});

it.each([
	['what is no node', ['ESignatureX', 'seal', 'get', 'Get'], /no node "ESignatureX"/],
	[
		'a trigger',
		['ESignatureRequestTrigger', 'seal', 'get', 'Get'],
		/no node "ESignatureRequestTrigger"/,
	],
	['another resource', ['ESignatureSeal', 'signer', 'get', 'Get'], /Choose one of seal/],
	['another case', ['ESignatureSeal', 'seal', 'Get-It', 'Get'], /write it like getMany/],
	['a bad label', ['ESignatureSeal', 'seal', 'get', 'get: it'], /write it like "Get Many"/],
	['no label', ['ESignatureSeal', 'seal', 'get'], /npm run new:operation -- </],
	['five words', ['ESignatureSeal', 'seal', 'get', 'Get', 'It'], /"Get It"/],
	['what is there', ['ESignatureDocument', 'document', 'delete', 'Delete'], /"delete" already/],
	['its own work', ['ESignatureDocument', 'document', 'getPages', 'Get Pages'], /already/],
	['a second label', ['ESignatureDocument', 'document', 'pages', 'Get Pages'], /a row .* already/],
])('refuses %s and writes nothing', async (_what, args, reason) => {
	const before = read('nodes/ESignatureDocument/ESignatureDocument.node.ts');
	await expect(scaffold(...args)).rejects.toThrow(reason);
	expect(read('nodes/ESignatureDocument/ESignatureDocument.node.ts')).toBe(before);
});

it(
	'writes what passes format, lint, types, the guard of descriptions and its own tests',
	async () => {
		const sources = [...written, ...nodeFiles()].filter((file) => file.endsWith('.ts'));
		const tests = sources.filter((file) => file.endsWith('.test.ts'));
		includeOnly('tsconfig.tools.json', tests);
		// All to their end: afterwards the copy is removed.
		const checks = await Promise.allSettled([
			tool('gulp', 'build', '--silent'),
			tool('prettier', '--check', ...written, ...nodeFiles(), 'README.md', 'CHANGELOG.md'),
			tool('eslint', '--max-warnings', '0', ...sources),
			tool('tsc', '--noEmit'),
			tool('tsc', '--noEmit', '-p', 'tsconfig.tools.json'),
		]);
		expect(checks.filter(({ status }) => status === 'rejected')).toEqual([]);

		// In one file, so that n8n's engine is loaded once and not for each.
		const imports = tests.map((file) => `import '../${file.replace(/^test\/|\.ts$/g, '')}';\n`);
		writeFileSync(path.join(home, 'test/workflows/written.test.ts'), imports.join(''));
		await tool('jest', 'test/package/descriptions', 'test/workflows/written');
	},
	TIMEOUT_MS,
);

/** Types of all tests would take much longer, and are checked elsewhere. */
function includeOnly(config: string, include: string[]): void {
	const text = read(config).replace(
		/"include": \[[^\]]*\]/,
		JSON.stringify({ include }).slice(1, -1),
	);
	writeFileSync(path.join(home, config), text);
}

function nodeFiles(): string[] {
	const nodes = new Set(OPERATIONS.map(([node]) => node));
	return [...nodes].map((node) => `nodes/${node}/${node}.node.ts`);
}
