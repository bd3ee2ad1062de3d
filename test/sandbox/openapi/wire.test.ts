import type { Operation } from '../../../sandbox/openapi/openapi.ts';
import type { JsonSchema } from '../../../sandbox/openapi/jsonSchema.ts';
import { DIALECTS, schemaIn, spokenIn, type Dialect, type Version } from '../../wire/schemas.ts';
import { SIGNING_CALLS, VALIDATION_CALLS, type Row } from '../../wire/table.ts';
import { setScene } from '../scene.ts';
import { describedBy, operationsOf, type Description } from './description.ts';
import { differencesBetween, membersOf } from './members.ts';

const VERSIONS: Version[] = ['v1', 'v2', 'v3'];
let descriptions: Record<string, Description>;
beforeAll(async () => {
	const scene = await setScene();
	const described = DIALECTS.map(
		async (dialect) => [dialect, await describedBy(scene.sandbox, dialect)] as const,
	);
	descriptions = Object.fromEntries(await Promise.all(described));
	await scene.close();
});

/** Where the two readings may differ: a pattern of `dialect METHOD /path part place: difference`, and why. */
const REASONS: Array<[why: string, pattern: RegExp]> = [
	[
		'the sandbox always answers it; the interface does not promise it',
		/ answer .*: required only in OpenAPI$/,
	],
	[
		'there by type, or missing where the document or group is gone',
		/ answer .*(_info|name): required only in test\/wire$/,
	],
	[
		'some services answer it; the sandbox does not in this dialect',
		/ answer .*(business|business_id|expiration_date|origin|observers|invited_by|user_id): only in test\/wire$/,
	],
	[
		'described in the shape of version 2; test/wire takes that of version 3 too',
		/public POST \/v3\/.*\/(withdraw|attachments) answer .*(signer_group_id|document_signatures|documents): only in test\/wire$/,
	],
	[
		'a query is text on the wire, and a number to a client',
		/ query \w+: (integer|number), in test\/wire string$/,
	],
	[
		'a list of one is a single value on the wire',
		/ query infos: array, in test\/wire array or string$/,
	],
	['null says the same as leaving it out', / body .*: (null or|array or null).*in test\/wire/],
	[
		'1.. or -1 is written as an alternative there',
		/ body .*sequence: integer, in test\/wire integer or number$/,
	],
	[
		'which members go together is a rule, and no OpenAPI schema here',
		/ body .*: required only in test\/wire$/,
	],
	[
		'both names of address and order are read in every version (interface.md 2.2)',
		/contract .* body .*(signer_email_address|account_email|order|sequence): only in OpenAPI$/,
	],
	['version 1 reads members of later versions too', / \w+ \/v1\/.* body .*: only in OpenAPI$/],
	['what was answered may be sent back', / body .*(sid|owner): only in OpenAPI$/],
	[
		'members of version 1 do no harm later',
		/ body .*signer_identity_data\.(provider|issuing_country): only in OpenAPI$/,
	],
	[
		'a signer may bring a place for the first document',
		/contract POST \/v3\/.* body .*visual_signature: only in OpenAPI$/,
	],
	[
		'the sandbox reads every way to hand over a document',
		/ POST \/v3\/.* body (content|content_type|file_url): only in OpenAPI$/,
	],
	[
		'not described on create, so the sandbox ignores it; the nodes send it and look',
		/public POST \/v[23]\/signature-requests body read_access: only in test\/wire$/,
	],
	[
		'sent beside documents for services of the contract; ignored here',
		/public POST \/v3\/signature-requests body document_id: only in test\/wire$/,
	],
	[
		'not described; the sandbox reads it as on create',
		/public PUT \/v2\/signature-requests body expires_at: only in OpenAPI$/,
	],
	[
		'sent for services of the contract; ignored here',
		/public PUT \/v2\/signature-requests body signatures\[\]\.sid: only in test\/wire$/,
	],
];

test('OpenAPI and test/wire agree in names, types and what is required, but for listed reasons', () => {
	const found = [...differences()].map(({ name, difference }) => `${name} ${difference}`);
	const isExplained = (one: string) => REASONS.some(([, pattern]) => pattern.test(one));
	expect(found.filter((one) => !isExplained(one))).toEqual([]);
	// A reason that explains nothing any more goes.
	const idle = REASONS.filter(([, pattern]) => !found.some((one) => pattern.test(one)));
	expect(idle.map(([why]) => why)).toEqual([]);
});

/** Names of path parameters do not matter. */
const plain = (call: string) => call.replace(/\{\w+\}/g, '{}');

function* differences() {
	for (const dialect of DIALECTS) {
		const description = descriptions[dialect] as Description;
		const operations = new Map(
			[...operationsOf(description)].map(([name, one]) => [plain(name), one]),
		);
		for (const { row, base, version } of rowsIn(dialect)) {
			const name = row.call.replace(' ', ` ${base}`);
			const operation = operations.get(plain(name));
			if (!operation) {
				yield { name: `${dialect} ${name}`, difference: 'only in test/wire' };
				continue;
			}
			const spoken = spokenIn(dialect, version);
			const { answer } = row;
			const isSilent = row.isOpenInContract && !spoken.isPublic;
			const isSchema = typeof answer !== 'string' && !row.answerMayBeMissing && !isSilent;
			const found = [
				['body', bodyIn(operation), row.body],
				['query', queryIn(operation), row.query],
				['answer', answerIn(operation), isSchema ? answer : undefined],
			] as const;
			for (const [part, own, second] of found) {
				if (second === undefined && (own === undefined || part === 'answer')) continue;
				for (const difference of between(description, own ?? {}, schemaIn(second ?? {}, spoken))) {
					yield { name: `${dialect} ${name}`, difference: `${part} ${difference}` };
				}
			}
		}
	}
}

function rowsIn(dialect: Dialect): Array<{ row: Row; base: string; version: Version }> {
	const isHere = (row: Row) => (row.dialect ?? dialect) === dialect;
	const signing = VERSIONS.flatMap((version) =>
		SIGNING_CALLS.filter((row) => row.versions?.includes(version) ?? true).map((row) => ({
			...{ row, base: `/${version}`, version },
		})),
	);
	const validation = VALIDATION_CALLS.map((row) => ({
		...{ row, base: '/validation/v1', version: 'v1' as const },
	}));
	return [...signing, ...validation].filter(({ row }) => isHere(row));
}

function between(description: Description, own: object, second: object): string[] {
	const resolve = (reference: string) =>
		description.components.schemas[reference.split('/').at(-1) ?? ''] ?? {};
	return differencesBetween(membersOf(own, resolve), membersOf(second));
}

const bodyIn = ({ requestBody }: Operation) => Object.values(requestBody?.content ?? {})[0]?.schema;

function answerIn({ responses }: Operation): JsonSchema | undefined {
	const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
	return success?.content?.['application/json']?.schema;
}

/** As an object, the way test/wire looks at it. */
function queryIn({ parameters }: Operation): JsonSchema | undefined {
	const query = parameters.filter((one) => one.in === 'query');
	if (query.length === 0) return undefined;
	return {
		type: 'object',
		required: query.filter(({ required }) => required).map(({ name }) => name),
		properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
	};
}
