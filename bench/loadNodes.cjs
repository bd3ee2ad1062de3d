/** Loads an unpacked package with n8n's own loader, as n8n does at its start, and prints the time and memory for that. */
const { LazyPackageDirectoryLoader } = require('n8n-core');

// n8n has it long before it comes to a package.
require('zod');

async function load(folder) {
	const loader = new LazyPackageDirectoryLoader(folder);
	await loader.loadAll();
	// n8n completes the form of each credential at its start.
	for (const name in loader.known.credentials) loader.getCredential(name);
	return loader;
}

async function measure(folder) {
	gc();
	const bytesBefore = process.memoryUsage().heapUsed;
	const startedAt = performance.now();
	const loader = await load(folder);
	const ms = performance.now() - startedAt;
	gc();
	const bytes = process.memoryUsage().heapUsed - bytesBefore;
	const nodes = Object.keys(loader.known.nodes).length;
	return { ms: ms / nodes, kib: bytes / 1024 / nodes };
}

void measure(process.argv[2]).then((measured) => console.log(JSON.stringify(measured)));
