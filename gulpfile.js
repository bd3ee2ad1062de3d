/** `npm run build`: the package in `dist`, built as n8n builds its own nodes. */
const { spawn } = require('node:child_process');
const { mkdir, readFile, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { build } = require('esbuild');
const { dest, series, src } = require('gulp');

/**
 * n8n looks for codex files and output schemas beside the code, and for icons where the code says. A font must have its
 * license.
 */
const COPIED = [
	...['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json', 'icons/*.svg'],
	'nodes/**/LICENSE',
];

const stamp = {};

/** Before the sources are compiled, so that `dist` is stale if they change meanwhile. */
const readStamp = async () => {
	const { packageFingerprint, stampFile } = await import('./scripts/package/builtPackage.mjs');
	Object.assign(stamp, { file: stampFile, text: packageFingerprint() });
	for (const old of [stampFile, 'dist']) await rm(old, { recursive: true, force: true });
};

const tool = async (name, ...args) => {
	const { toolPath } = await import('./scripts/setup/tools.mjs');
	const running = spawn(process.execPath, [toolPath(name), ...args], { stdio: 'inherit' });
	const code = await new Promise((ended) => running.on('close', ended));
	if (code !== 0) throw new Error(`${name} ended with ${code}`);
};

const compile = () => tool('tsc', '-p', 'tsconfig.build.json');

/** Files that a library replaces, each with the library as ES module, which jest doesn't read. */
const BUNDLED = {
	'nodes/shared/zip/fflate': { name: 'fflate', module: 'esm/browser.js' },
	'nodes/ESignatureRequest/request/evidence/uqr': { name: 'uqr', module: 'dist/index.mjs' },
};

/** Only the used functions, because n8n refuses some of the others. */
const bundle = async () => {
	for (const [file, library] of Object.entries(BUNDLED)) await bundleLibrary(file, library);
};

const bundleLibrary = async (file, { name, module }) => {
	const library = path.join(__dirname, 'node_modules', name);
	await build({
		entryPoints: [`${file}.ts`],
		outfile: `dist/${file}.js`,
		allowOverwrite: true,
		bundle: true,
		platform: 'browser',
		target: 'es2022',
		format: 'cjs',
		banner: { js: `/*!\n${await readFile(path.join(library, 'LICENSE'), 'utf8')}*/` },
		plugins: [
			{
				name: 'as ES module',
				setup: ({ onResolve }) =>
					onResolve({ filter: /\/node_modules\/.*\.cjs$/ }, () => ({
						path: path.join(library, module),
						sideEffects: false,
					})),
			},
		],
	});
};

const copy = () => src(COPIED, { base: '.', encoding: false }).pipe(dest('dist'));

/** The forms as JSON: with them n8n loads a node's code when a workflow needs it, not at its start. */
const writeMetadata = () => tool('n8n-generate-metadata');

const writeStamp = async () => {
	await mkdir(path.dirname(stamp.file), { recursive: true });
	await writeFile(stamp.file, stamp.text);
};

exports.build = series(readStamp, compile, bundle, copy, writeMetadata, writeStamp);
exports.default = exports.build;
