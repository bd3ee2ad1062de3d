/** Removes the types, which tsc checks once, and turns modules into CommonJS, as jest and n8n's engine load them. */
const { createHash } = require('node:crypto');
const { transformSync, version } = require('@swc/core');

const options = {
	swcrc: false,
	sourceMaps: 'inline',
	jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
	module: { type: 'commonjs' },
};
const settings = version + JSON.stringify(options);

module.exports = {
	process: (source, filename) => transformSync(source, { ...options, filename }),
	/** Depends on the file alone: what one project has compiled serves the others too. */
	getCacheKey: (source, file) =>
		createHash('sha256').update([settings, file, source].join('\0')).digest('hex'),
};
