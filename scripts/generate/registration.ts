/** `nodes/<Node>/operations.ts`: the operations of a node, found by the names of their files. */
import { globSync } from 'node:fs';
import path from 'node:path';

const END = '.operation.ts';

/** By file, its text: the first folder of a node is the resource, and the file's name the saved value. */
export function registrations(): Map<string, string> {
	const byNode = new Map<string, string[]>();
	for (const file of globSync(`nodes/*/*/**/*${END}`).sort()) {
		const [nodes = '', node = '', ...rest] = file.split(path.sep);
		const index = [nodes, node, 'operations.ts'].join('/');
		byNode.set(index, [...(byNode.get(index) ?? []), rest.join('/')]);
	}
	return new Map([...byNode].map(([index, files]) => [index, textFor(files)]));
}

function textFor(files: string[]): string {
	const entries = files.map((file) => {
		const [resource = ''] = file.split('/');
		const value = path.posix.basename(file, END);
		const name = `${resource}${value[0]!.toUpperCase()}${value.slice(1)}`;
		const imported = `import { operation as ${name} } from './${file.replace(/\.ts$/, '')}';`;
		return { resource, imported, entry: `${value}: ${name},` };
	});
	const resources = [...new Set(entries.map(({ resource }) => resource))].map((resource) => {
		const own = entries.filter((one) => one.resource === resource).map(({ entry }) => entry);
		return `${resource}: {\n${own.sort().join('\n')}\n},`;
	});
	return [
		'/** Written by `npm run generate` from the files named `*.operation.ts`. */',
		...entries.map(({ imported }) => imported),
		`\nexport const operations = {\n${resources.join('\n')}\n};\n`,
	].join('\n');
}
