/** What an operation consists of beside its code, and which of it is missing. */

export interface OperationPlace {
	/** The folder of the node below nodes/. */
	node: string;
	/** As it is shown to users, for example "E-Signature Document". */
	nodeName: string;
	resource: string;
	resourceName: string;
	operation: string;
	/** As it is shown to users, for example "Get Many". */
	name: string;
	/** Whether the node has other resources too. */
	isOneOfSeveral: boolean;
}

/** The files of the repository, by path from its root. */
export interface House {
	files: string[];
	read(file: string): string;
}

interface Schema {
	type?: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

export function missingParts(place: OperationPlace, house: House): string[] {
	const { node, nodeName, resource, resourceName, operation, name, isOneOfSeveral } = place;
	const folder = isOneOfSeveral ? `operations/${resource}/` : 'operations/';
	const code = house.files.find((file) => {
		const isOwn = file.startsWith(`nodes/${node}/${folder}`);
		return isOwn && file.endsWith(`/${operation}.operation.ts`);
	});
	if (!code) return [`There is no file nodes/${node}/${folder}${operation}.operation.ts`];

	const test = code
		.replace(/^nodes\/(\w+)\/operations\//, 'test/workflows/$1/')
		.replace(/ts$/, 'test.ts');
	const schema = `nodes/${node}/__schema__/v1.0.0/${resource}/${operation}.json`;
	const row = new RegExp(`^\\| ${nodeName} +\\| ${resourceName} +\\| ${name} +\\|`, 'm');
	return [
		...(house.files.includes(test) ? [] : [`There is no test ${test}`]),
		...schemaFaults(schema, house),
		...(row.test(house.read('README.md')) ? [] : ['The README has no row for it']),
		...changelogFaults(place, house),
	];
}

export function schemaFaults(file: string, house: House): string[] {
	if (!house.files.includes(file)) return [`There is no output schema ${file}`];
	const schema = JSON.parse(house.read(file)) as Schema;
	if (schema.type !== 'object') return [`${file} describes no object`];
	return holesIn(schema, '').map((hole) => `${file} says nothing about ${hole || 'the output'}`);
}

/** A field without a type, an object without fields or a list of anything shows nothing in the editor. */
function holesIn({ type, properties = {}, items }: Schema, place: string): string[] {
	if (type === undefined) return [place];
	if (type === 'array') return items ? holesIn(items, `${place}[]`) : [place];
	if (type !== 'object') return [];
	const fields = Object.entries(properties);
	if (fields.length === 0) return [place];
	return fields.flatMap(([name, field]) => holesIn(field, place ? `${place}.${name}` : name));
}

/** One entry for each node, or for each resource where it has several, that names the operation. */
function changelogFaults(place: OperationPlace, house: House): string[] {
	const { nodeName, resourceName, name, isOneOfSeveral } = place;
	const start = `${nodeName} node${isOneOfSeveral ? `, ${resourceName}` : ''}:`;
	const named = changelogEntries(house).some(
		(entry) => entry.startsWith(start) && entry.includes(`**${name}**`),
	);
	return named ? [] : [`No entry "${start} …" of the CHANGELOG names **${name}**`];
}

export function changelogEntries(house: House): string[] {
	const [, ...entries] = house.read('CHANGELOG.md').split(/^- /m);
	return entries.map((entry) => entry.replace(/\s+/g, ' ').trim());
}
