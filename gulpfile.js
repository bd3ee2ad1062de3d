const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');
const { n8n } = require('./package.json');
const { writeCode } = require('./scripts/build/code.cjs');

const clean = () => rm('dist', { recursive: true, force: true });

const code = () => writeCode([...n8n.nodes, ...n8n.credentials], 'dist');

// Beside the code they belong to: n8n looks there for codex files and output schemas.
const copyDescriptions = () =>
	src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], { base: '.' }).pipe(dest('dist'));

const copyIcons = () => src('icons/*.svg', { base: '.', encoding: false }).pipe(dest('dist'));

exports.build = series(clean, parallel(code, copyDescriptions, copyIcons));
exports.default = exports.build;
