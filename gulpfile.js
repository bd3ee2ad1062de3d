const { mkdir, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { dest, parallel, series, src } = require('gulp');
const { n8n } = require('./package.json');
const { writeCode } = require('./scripts/build/code.cjs');

const clean = () => rm('dist', { recursive: true, force: true });

let stamp;

/** Before the sources are compiled, so that `dist` is stale if they change meanwhile. */
const readStamp = async () => {
	const { packageFingerprint, stampFile } = await import('./scripts/builtPackage.mjs');
	await rm(stampFile, { force: true });
	stamp = { file: stampFile, text: packageFingerprint() };
};

const writeStamp = async () => {
	await mkdir(path.dirname(stamp.file), { recursive: true });
	await writeFile(stamp.file, stamp.text);
};

const code = () => writeCode([...n8n.nodes, ...n8n.credentials], 'dist');

// Beside the code they belong to: n8n looks there for codex files and output schemas.
const copyDescriptions = () =>
	src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], { base: '.' }).pipe(dest('dist'));

const copyIcons = () => src('icons/*.svg', { base: '.', encoding: false }).pipe(dest('dist'));

exports.build = series(readStamp, clean, parallel(code, copyDescriptions, copyIcons), writeStamp);
exports.default = exports.build;
