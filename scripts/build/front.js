/**
 * All that n8n sees of the package. At its start it asks for every form, and for what a node does only when a workflow
 * runs: so the forms lie in a file of their own, as for n8n's own nodes, and the code is loaded with the first call.
 */
const shapes = require('./shapes.json');

const loaded = {};

for (const [name, { data, functions }] of Object.entries(shapes)) {
	exports[name] = class {
		constructor() {
			// A copy: n8n completes what it gets.
			Object.assign(this, JSON.parse(JSON.stringify(data)));
			for (const path of functions) {
				place(this, path, function (...args) {
					loaded[name] ??= new (require('./code.js')[name])();
					return path.reduce((holder, key) => holder[key], loaded[name]).apply(this, args);
				});
			}
		}
	};
}

function place(holder, path, value) {
	const last = path.at(-1);
	path.slice(0, -1).reduce((at, key) => at[key], holder)[last] = value;
}
