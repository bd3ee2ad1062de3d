/** Preloaded where n8n's engine is used outside jest: its ES modules do not load in plain Node, its CommonJS does. */
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { process } = require('../jest/typescript.cjs');

Module._extensions['.ts'] = (module, file) => {
	module._compile(process(readFileSync(file, 'utf8'), file).code, file);
};
