/** Preloaded where n8n's engine is used outside jest: its ES modules do not load in plain Node, its CommonJS does. */
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const ts = require('typescript');

Module._extensions['.ts'] = (module, file) => {
	const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
		fileName: file,
		compilerOptions: { module: 'commonjs', target: 'es2022', esModuleInterop: true },
	});
	module._compile(outputText, file);
};
