import Ajv from 'ajv';
import { call, type Answer } from '../client.ts';
import { startReceiver } from '../receiver.ts';
import { setScene, signers, type Scene } from '../scene.ts';

interface Schema {
	type?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	$ref?: string;
	required?: string[];
	[other: string]: unknown;
}

interface Parameter extends Schema {
	name: string;
	in: string;
	schema?: Schema;
}

interface Operation {
	operationId: string;
	parameters: Parameter[];
	responses: Record<string, { description: string; schema?: Schema }>;
}

let scene: Scene;
let definitions: Record<string, Schema>;
/** By method and path. */
let operations: Map<string, Operation>;

beforeAll(async () => {
	scene = await setScene();
	const { json } = await call(scene.sandbox, 'GET', '/v1/api-docs');
	definitions = json.definitions as typeof definitions;
	operations = new Map(
		Object.entries(json.paths as Record<string, Record<string, Operation>>).flatMap(
			([path, methods]) =>
				Object.entries(methods).map(([method, one]) => [`${method.toUpperCase()} ${path}`, one]),
		),
	);
});
afterAll(() => scene.close());

const bodyOf = (name: string) =>
	operations.get(name)?.parameters.find((one) => one.in === 'body')?.schema;
const answerOf = (name: string) => operations.get(name)?.responses['200']?.schema;

/** The same as JSON Schema, with no members but those that are described. */
function strict(schema: Schema): object {
	const { 'x-nullable': isNullable, properties, items, ...others } = schema;
	const own = {
		...others,
		...(items && { items: strict(items) }),
		...(properties && {
			additionalProperties: false,
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, member]) => [name, strict(member)]),
			),
		}),
	};
	return isNullable ? { anyOf: [own, { type: 'null' }] } : own;
}

function faultsOf(schema: Schema, value: unknown): unknown {
	const ajv = new Ajv({ allErrors: true });
	const described = Object.entries(definitions).map(([name, one]) => [name, strict(one)]);
	ajv.validate({ ...strict(schema), definitions: Object.fromEntries(described) as object }, value);
	return ajv.errors;
}

describe('The description of version 1 (interface.md 4)', () => {
	test('says of every call what it takes and what it answers', () => {
		expect(operations.size).toBeGreaterThan(20);
		const silent = [...operations].filter(([name, { parameters, responses }]) => {
			const takesBody = /^(POST|PUT) /.test(name) && !name.endsWith('/remind');
			const isBodyMissing =
				takesBody && !parameters.some((one) => one.in === 'formData' || one.schema);
			return isBodyMissing || (!responses['200']?.schema && !responses['204']);
		});
		expect(silent.map(([name]) => name)).toEqual([]);
	});

	test('is Swagger 2.0 in its structure', () => {
		const ids = [...operations.values()].map(({ operationId }) => operationId);
		expect(new Set(ids).size).toBe(ids.length);
		for (const [name, { parameters }] of operations) {
			const inPath = parameters.filter((one) => one.in === 'path').map((one) => one.name);
			expect(inPath).toEqual([...name.matchAll(/\{(\w+)\}/g)].map(([, given]) => given));
			for (const one of parameters) {
				expect(['path', 'query', 'formData', 'body']).toContain(one.in);
				// A parameter that is no body has a plain type, and a body has a schema.
				expect(typeof (one.in === 'body' ? one.schema : one.type)).toMatch(/^(object|string)$/);
			}
			expect(parameters.filter((one) => one.in === 'body').length).toBeLessThanOrEqual(1);
		}
		const references = JSON.stringify([...operations.values(), definitions]).matchAll(
			/"#\/definitions\/(\w+)"/g,
		);
		const unknown = [...references].filter(([, name = '']) => !(name in definitions));
		expect(unknown).toEqual([]);
	});

	test('names the members that are read, and which are needed', () => {
		const document = bodyOf('POST /documents');
		expect(document?.required).toEqual(['title']);
		expect(Object.keys(document?.properties ?? {})).toEqual(
			expect.arrayContaining(['title', 'content', 'content_type', 'file_url']),
		);
		const request = bodyOf('POST /signature-requests');
		expect(request?.required).toEqual(['title']);
		expect(request?.properties?.quality?.enum).toContain('AES_MINIMAL');
		const signer = request?.properties?.signatures?.items;
		expect(signer?.properties?.signer_identity_data?.required).toContain('issuing_country');
		// Groups came with version 3, and are not read here.
		expect(signer?.properties).not.toHaveProperty('signer_group_id');
		expect(bodyOf('PUT /signature-requests')?.required).toEqual(['id']);
		const filters = operations.get('GET /signature-requests')?.parameters ?? [];
		expect(filters.map(({ name }) => name)).toContain('signer_email_address');
		const login = operations.get('POST /access/login')?.parameters;
		expect(login).toMatchObject([
			{ name: 'username', in: 'formData', required: true, type: 'string' },
			{ name: 'api-key', in: 'formData', required: true, type: 'string' },
		]);
	});

	test('is true of what is answered', async () => {
		const receiver = await startReceiver();
		const position = { page: '0', x: 10, y: 20, width: 100, height: 40 };
		const request = await scene.create('v1', {
			message: 'Hello',
			callback_success_url: receiver.address,
			signatures: [{ account_email: 'a@example.com', visual_signature: { position } }],
		});
		const { id } = request;
		const identity = { provider: 'x', first_name: 'A', last_name: 'B', mobile_number: '1' };
		const added = await scene.send('POST', `/v1/signature-requests/${id}/signatures`, {
			signer_identity_data: { ...identity, issuing_country: 'CH' },
		});
		await scene.sandbox.people.sign(id);
		await scene.sandbox.people.sign(id);
		await scene.sandbox.settled();
		const signed = await scene.send('GET', `/v1/signature-requests/${id}`);
		const documentPath = `/v1/documents/${String(signed.json.document_id)}`;
		const { content } = scene;
		const other = await scene.create('v1', { signatures: signers('b@example.com') });
		const answers: Record<string, Answer> = {
			'POST /signature-requests': request,
			'POST /signature-requests/{id}/signatures': added,
			'GET /signature-requests/{id}': signed,
			'GET /signature-requests': await scene.send('GET', '/v1/signature-requests'),
			'GET /signature-requests/{id}/callbacks': await scene.send(
				'GET',
				`/v1/signature-requests/${id}/callbacks`,
			),
			'POST /signature-requests/{id}/withdraw': await scene.send(
				'POST',
				`/v1/signature-requests/${other.id}/withdraw`,
			),
			'POST /documents': await scene.send('POST', '/v1/documents', { title: 'A', content }),
			'GET /documents/{id}': await scene.send('GET', documentPath),
			'GET /documents': await scene.send('GET', '/v1/documents'),
			'POST /seal': await scene.send('POST', '/v1/seal', { content }),
		};
		await receiver.close();
		for (const [name, { status, text }] of Object.entries(answers)) {
			const faults = faultsOf(answerOf(name) ?? {}, JSON.parse(text));
			expect({ name, status, faults }).toEqual({ name, status: 200, faults: null });
		}
	});
});
