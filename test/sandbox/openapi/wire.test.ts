import type { Operation } from '../../../sandbox/openapi/openapi.ts';
import type { JsonSchema } from '../../../sandbox/openapi/jsonSchema.ts';
import { SIGNING_ANSWERS, VALIDATION_ANSWERS } from '../../wire/answers.ts';
import { SIGNING_CALLS, VALIDATION_CALLS } from '../../wire/calls.ts';
import { definitionIn, DIALECTS, schemaAt, type Version } from '../../wire/schemas.ts';
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
		const signing = VERSIONS.flatMap((version) =>
			SIGNING_CALLS.filter(
				(row) => (row.versions?.includes(version) ?? true) && (row.dialect ?? dialect) === dialect,
			).map((row) => ({
				row,
				base: `/${version}`,
				answer: SIGNING_ANSWERS[row.call]?.[version === 'v1' ? 'contract' : dialect] ?? '',
				schemaOf: (name: string) => definitionIn(dialect, version, name),
				answerOf: (name: string) => definitionIn(dialect, version, `answers.json#${name}`),
			})),
		);
		const isHere = (row: { dialect?: string }) => (row.dialect ?? dialect) === dialect;
		const validation = VALIDATION_CALLS.filter(isHere).map((row) => ({
			row,
			base: '/validation/v1',
			answer: VALIDATION_ANSWERS[row.call]?.[dialect] ?? '',
			schemaOf: (name: string) => `validation.json#/definitions/${name}`,
			answerOf: (name: string) => `validationAnswers.json#/definitions/${name}`,
		}));
		for (const { row, base, answer, schemaOf, answerOf } of [...signing, ...validation]) {
			const name = row.call.replace(' ', ` ${base}`);
			const operation = operations.get(plain(name));
			if (!operation) {
				yield { name: `${dialect} ${name}`, difference: 'only in test/wire' };
				continue;
			}
			const found = [
				['body', bodyIn(operation), row.body && schemaOf(row.body)],
				['query', queryIn(operation), row.query && schemaOf(row.query)],
				['answer', answerIn(operation), isSchema(answer) ? answerOf(answer) : undefined],
			] as const;
			for (const [part, own, second] of found) {
				if (own === undefined && second === undefined) continue;
				if (part === 'answer' && second === undefined) continue;
				for (const difference of between(description, own ?? {}, second)) {
					yield { name: `${dialect} ${name}`, difference: `${part} ${difference}` };
				}
			}
		}
	}
}

const isSchema = (answer: string) =>
	![
		'',
		'anything',
		'nothing',
		'nothing or request',
		'text',
		'pdf',
		'xml',
		'image',
		'file',
		'report',
	].includes(answer);

function between(description: Description, own: object, second: string | undefined): string[] {
	const resolve = (reference: string) => ({
		file: '',
		schema: description.components.schemas[reference.split('/').at(-1) ?? ''] ?? {},
	});
	const wire = schemaAt(second ?? '');
	return differencesBetween(
		membersOf(own, '', resolve),
		membersOf(wire.schema, wire.file, schemaAt),
	);
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
