import type { JsonSchema } from '../../../sandbox/openapi/jsonSchema.ts';

export interface Member {
	types: Set<string>;
	isRequired: boolean;
}

/** By their place, as in `signatures[].sid`. */
export type Members = Map<string, Member>;

/** All that a schema says of names, types and what must be there; rules between members are left out. */
export function membersOf(
	root: object,
	resolve: (reference: string) => object = () => ({}),
): Members {
	const members: Members = new Map();
	visit(root, '', true);
	return members;

	function visit(value: object, at: string, isRequired: boolean): void {
		const schema = value as JsonSchema;
		if (typeof schema.$ref === 'string') return visit(resolve(schema.$ref), at, isRequired);
		note(at, typesOf(schema), isRequired);
		const alternatives = [schema.anyOf, schema.oneOf, [schema.then, schema.else]]
			.flatMap((list) => (list ?? []) as JsonSchema[])
			.filter((one) => one !== undefined && isShape(one));
		for (const one of alternatives) visit(one, at, isRequired);
		for (const one of (schema.allOf ?? []) as JsonSchema[]) visit(one, at, isRequired);
		if (schema.items) visit(schema.items, `${at}[]`, true);
		const required = (schema.required ?? []) as string[];
		for (const [name, member] of Object.entries((schema.properties ?? {}) as object)) {
			visit(member as object, at === '' ? name : `${at}.${name}`, required.includes(name));
		}
	}

	function note(at: string, types: string[], isRequired: boolean) {
		const known = members.get(at);
		members.set(at, {
			types: new Set([...(known?.types ?? []), ...types]),
			isRequired: isRequired && (known?.isRequired ?? true),
		});
	}
}

/** Some alternatives only say which members go together. */
const isShape = (schema: JsonSchema) =>
	['type', 'properties', '$ref', 'enum', 'const', 'allOf'].some((word) => word in schema);

function typesOf({ type, enum: values, const: value }: JsonSchema): string[] {
	if (type !== undefined) return [type].flat() as string[];
	const all = (values ?? (value === undefined ? [] : [value])) as unknown[];
	return all.map((one) => (one === null ? 'null' : typeof one));
}

/** How the first reading differs from the second, in words. */
export function differencesBetween(one: Members, other: Members): string[] {
	return [...new Set([...one.keys(), ...other.keys()])].flatMap((at) => {
		const [a, b] = [one.get(at), other.get(at)];
		// Below something that is missing, everything is.
		const parent = at.replace(/(\[\]|\.?[^.[\]]+)$/, '');
		const isOpenIn = (members: Members) => at !== '' && !hasInside(members, parent);
		if (!a) return isOpenIn(one) ? [] : [`${at}: only in test/wire`];
		if (!b) return isOpenIn(other) ? [] : [`${at}: only in OpenAPI`];
		const [types, others] = [a, b].map((member) => [...member.types].sort().join(' or '));
		return [
			...(types === others ? [] : [`${at}: ${types}, in test/wire ${others}`]),
			...(a.isRequired === b.isRequired
				? []
				: [`${at}: required only in ${a.isRequired ? 'OpenAPI' : 'test/wire'}`]),
		];
	});
}

/** An object that says nothing of its members is open. */
const hasInside = (members: Members, at: string) =>
	at === '' || [...members.keys()].some((name) => name !== at && name.startsWith(at));
