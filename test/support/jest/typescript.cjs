/** ts-jest, whose result depends on the file alone: what one project has compiled serves the others too. */
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { default: tsJest } = require('ts-jest');
const { version } = require('ts-jest/package.json');

const own = readFileSync(require.resolve('./importMeta.js'), 'utf8');

module.exports = {
	createTransformer: (options) => ({
		process: tsJest.createTransformer(options).process,
		getCacheKey: (source, file) => {
			const all = [version, own, JSON.stringify(options), file, source];
			return createHash('sha256').update(all.join('\0')).digest('hex');
		},
	}),
};
