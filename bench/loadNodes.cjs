/** Loads all nodes and credentials of an unpacked package, as n8n does at its start, and prints how long that took. */
const path = require('node:path');

// n8n has these long before it comes to a package.
for (const name of ['n8n-workflow', 'zod']) require(name);

const folder = process.argv[2];
const { n8n } = require(path.join(folder, 'package.json'));
const startedAt = performance.now();
for (const file of [...n8n.credentials, ...n8n.nodes]) {
	const found = require(path.join(folder, file));
	for (const Class of Object.values(found)) if (typeof Class === 'function') new Class();
}
console.log(JSON.stringify({ ms: performance.now() - startedAt, nodes: n8n.nodes.length }));
