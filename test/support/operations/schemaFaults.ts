/** What an output schema lacks to show something in the editor. */
import { existsSync, readFileSync } from 'node:fs';

interface Schema {
	type?: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

export function schemaFaults(file: string): string[] {
	if (!existsSync(file)) return [`There is no output schema ${file}`];
	return holesInOutput(JSON.parse(readFileSync(file, 'utf8')) as Schema).map(
		(hole) => `${file} does not describe ${hole}`,
	);
}

export function holesInOutput(schema: Schema): string[] {
	if (schema.type !== 'object') return ['an object'];
	return holesIn(schema, '').map((hole) => hole || 'the output');
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
