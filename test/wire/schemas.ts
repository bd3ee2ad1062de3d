/**
 * The wire described a second time, in both dialects: what the nodes send and what the service answers is held
 * against it. Written from the contract and from what the public regions say of themselves, never from the nodes
 * or the sandbox.
 */
import path from 'node:path';
import Ajv from 'ajv';
import contractAnswers from './contract/answers.json';
import contractParts from './contract/parts.json';
import contractQueries from './contract/queries.json';
import contractRequests from './contract/requests.json';
import contractSigners from './contract/signers.json';
import contractValues from './contract/values.json';
import publicAnswers from './public/answers.json';
import publicParts from './public/parts.json';
import publicQueries from './public/queries.json';
import publicRequests from './public/requests.json';
import publicSigners from './public/signers.json';
import publicValues from './public/values.json';
import validation from './validation.json';
import validationAnswers from './validationAnswers.json';
import { differencesOf } from './difference.ts';
import type { Difference } from './difference.ts';

export const DIALECTS = ['contract', 'public'] as const;
export type Dialect = (typeof DIALECTS)[number];
export type Version = 'v1' | 'v2' | 'v3';

const ajv = new Ajv({ allErrors: true, verbose: true });
const schemas: Array<{ $id: string; definitions: object }> = [
	...[contractAnswers, contractParts, contractQueries, contractRequests, contractSigners],
	...[publicAnswers, publicParts, publicQueries, publicRequests, publicSigners],
	...[contractValues, publicValues, validation, validationAnswers],
];
for (const schema of schemas) ajv.addSchema(schema);

/** Which interface a path belongs to, and the rest of the path behind its version. */
export type Place =
	| { interface: 'signing'; version: Version; path: string }
	| { interface: 'validation'; path: string }
	| { interface: 'root' };

export function placeOf({ path }: { path: string }): Place {
	const [, isValidation, version, rest] = /^(\/validation)?\/(v[123])(\/.*)$/.exec(path) ?? [];
	if (rest === undefined) return { interface: 'root' };
	return isValidation
		? { interface: 'validation', path: rest }
		: { interface: 'signing', version: version as Version, path: rest };
}

/** Where a definition stands; one of the version goes before the general one. */
export function definitionIn(dialect: Dialect, version: Version, name: string): string {
	const [file = '', wanted = ''] = name.split('#');
	// The public regions describe no version 1: there the contract holds.
	const folder = version === 'v1' ? 'contract' : dialect;
	const schema = schemas.find(({ $id }) => $id === `${folder}/${file}`);
	const own = `${wanted}.${version}`;
	const found = schema && own in schema.definitions ? own : wanted;
	return `${folder}/${file}#/definitions/${found}`;
}

export function differencesFrom(schema: string, value: unknown, place: string): Difference[] {
	return ajv.validate(schema, value) === true ? [] : differencesOf(ajv.errors ?? [], place);
}

/** A definition by its address, as `contract/parts.json#/definitions/login`, seen from a file. */
export function schemaAt(address: string, from = ''): { file: string; schema: object } {
	const [name = '', pointer = ''] = address.split('#');
	const file =
		name === '' ? from : path.posix.join(name.includes('/') ? '' : path.posix.dirname(from), name);
	const { definitions } = schemas.find(({ $id }) => $id === file) ?? { definitions: {} };
	const schema = (definitions as Record<string, object>)[pointer.replace('/definitions/', '')];
	if (!schema) throw new Error(`${address} is not described`);
	return { file, schema };
}
