/** As in all tests, but nodes and credentials are those that mutate.mjs has written, with all mutants in them. */
const { existsSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { process, getCacheKey } = require('../../../test/support/jest/typescript.cjs');

const root = path.resolve(__dirname, '../../..');

const mutated = (source, file) => {
	const other = path.join(root, '.tmp/mutation', path.relative(root, file));
	return existsSync(other) ? readFileSync(other, 'utf8') : source;
};

module.exports = {
	process: (source, file) => process(mutated(source, file), file),
	getCacheKey: (source, file) => getCacheKey(mutated(source, file), file),
};
