const { Transform } = require('node:stream');

/** In slices of whole groups of three bytes, so that nothing is left over between them. */
const SLICE_BYTES = 3 * 64 * 1024;

/** For streams that are read in such slices. */
function asBase64() {
	return new Transform({
		transform(chunk, _encoding, done) {
			done(null, chunk.toString('base64'));
		},
	});
}

module.exports = { SLICE_BYTES, asBase64 };
