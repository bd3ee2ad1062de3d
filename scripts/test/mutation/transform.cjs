/** As in all tests, but nodes and credentials are those that mutate.mjs has written, with all mutants in them. */
const { existsSync, readFileSync } = require('node:fs');
const path = require('node:path');
const typescript = require('../../../test/support/jest/typescript.cjs');

const root = path.resolve(__dirname, '../../..');

module.exports = {
	createTransformer: (options) => {
		const { process, getCacheKey } = typescript.createTransformer(options);
		const mutated = (source, file) => {
			const other = path.join(root, '.tmp/mutation', path.relative(root, file));
			return existsSync(other) ? readFileSync(other, 'utf8') : source;
		};
		return {
			process: (source, file, more) => process(mutated(source, file), file, more),
			getCacheKey: (source, file) => getCacheKey(mutated(source, file), file),
		};
	},
};
