/**
 * The wire described a second time, in both dialects: what the nodes send and what the service answers is held
 * against it. Written from the contract (interface.md) and from what the public regions say of themselves, never from
 * the nodes or the sandbox. Here are the words that its schemas are written in.
 */
export const DIALECTS = ['contract', 'public'] as const;
export type Dialect = (typeof DIALECTS)[number];
export type Version = 'v1' | 'v2' | 'v3';

/** How a service speaks. */
export interface Spoken {
	isPublic: boolean;
	version: Version;
}

/** The public regions describe no version 1: there the contract holds. */
export const spokenIn = (dialect: Dialect, version: Version): Spoken => ({
	isPublic: dialect === 'public' && version !== 'v1',
	version,
});

export type Schema = Record<string, unknown>;
export type Members = Record<string, Schema>;
/** A schema, or one for each way of speaking. */
export type Shape = Schema | ((spoken: Spoken) => Schema);

export const schemaIn = (shape: Shape, spoken: Spoken): Schema =>
	typeof shape === 'function' ? shape(spoken) : shape;

/** No other members than these; the first have to be there. */
export const object = (required: Members, optional: Members = {}, rules: Schema = {}): Schema => ({
	type: 'object',
	required: Object.keys(required),
	additionalProperties: false,
	properties: { ...required, ...optional },
	...rules,
});
export const optional = (members: Members, rules: Schema = {}) => object({}, members, rules);
export const openObject: Schema = { type: 'object' };
export const listOf = (items: Schema, rules: Schema = {}): Schema => ({
	type: 'array',
	items,
	...rules,
});
export const many =
	(one: Shape): Shape =>
	(spoken) =>
		listOf(schemaIn(one, spoken));
export const oneOf = (...values: unknown[]): Schema => ({ enum: values });
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
export const matching = (pattern: string): Schema => ({ type: 'string', pattern });
/** Members of one kind. */
export const each = (schema: Schema, ...names: string[]): Members =>
	Object.fromEntries(names.map((name) => [name, schema]));
const required = (names: string[]) => names.map((name) => ({ required: [name] }));
export const exactlyOneOf = (...names: string[]): Schema => ({ oneOf: required(names) });
export const someOf = (...names: string[]): Schema => ({ anyOf: required(names) });

export const string: Schema = { type: 'string' };
export const integer: Schema = { type: 'integer' };
export const number: Schema = { type: 'number' };
export const boolean: Schema = { type: 'boolean' };
export const strings = listOf(string);
export const stringOrNull: Schema = { type: ['string', 'null'] };
export const time: Schema = { type: 'string', format: 'date-time' };
export const date: Schema = { type: 'string', format: 'date' };
export const uuid: Schema = { type: 'string', format: 'uuid' };
export const text = matching('\\S');
export const email = matching('^[^\\s@]+@[^\\s@]+$');
export const emails = listOf(email);
export const base64: Schema = { ...matching('^[A-Za-z0-9+/]'), minLength: 4 };
export const address = matching('^https?://[^\\s/]');
export const fromZero = matching('^(0|[1-9][0-9]*)$');
export const fromOne = matching('^[1-9][0-9]*$');
export const period = matching('^[0-9]{4}([0-9]{2}([0-9]{2})?)?$');
export const pdfType: Schema = { const: 'application/pdf' };
export const quality = oneOf('SES', 'AES', 'QES', 'AES_MINIMAL', 'PART11', 'DEMO');
export const legislation = oneOf('ZERTES', 'EIDAS');
export const language = oneOf('en', 'de', 'fr', 'it');
export const attached = oneOf('SIGNED_DOCUMENT', 'SIGNATURE_PROTOCOL');
export const callbackUrls = each(
	address,
	...['callback_success_url', 'callback_update_url', 'callback_error_url'],
);

const STATES = ['OPEN', 'DECLINED', 'WITHDRAWN', 'SIGNED', 'ERROR', 'EXPIRED'];
export const stateOf = ({ version }: Pick<Spoken, 'version'>): Schema =>
	version === 'v3' ? oneOf('DRAFT', ...STATES) : oneOf(...STATES);

/** The public regions know fewer states of a signer in version 2. */
export function signerStateOf({ isPublic, version }: Spoken): Schema {
	const states = ['OPEN', 'DECLINED', 'SIGNED', 'ERROR', 'WITHDRAWN'];
	return isPublic && version === 'v2' ? oneOf(...states) : oneOf(...states, 'WAITING', 'DRAFT');
}
