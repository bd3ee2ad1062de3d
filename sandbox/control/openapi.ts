import { z } from 'zod/v4';
import type { Operation } from './operation.ts';

/** The control calls as OpenAPI 3.1 describes them, made from what reads them. */
export function openApiOf(operations: Operation[], server: string) {
	const paths: Record<string, Record<string, object>> = {};
	for (const one of operations) {
		paths[`/sandbox${one.path}`] = {
			...paths[`/sandbox${one.path}`],
			[one.method.toLowerCase()]: described(one),
		};
	}
	return {
		openapi: '3.1.0',
		info: { title: 'Control of the eSignature sandbox', version: '1' },
		servers: [{ url: server }],
		paths,
	};
}

function described({ summary, path, query = [], body }: Operation) {
	const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
	const schema = { type: 'string' };
	return {
		summary,
		parameters: [
			...names.map((name) => ({ name, in: 'path', required: true, schema })),
			...query.map((name) => ({ name, in: 'query', schema })),
		],
		...(body && { requestBody: { content: { 'application/json': { schema: schemaOf(body) } } } }),
		responses: {
			200: { description: 'Done; what it answers is JSON' },
			204: { description: 'Done' },
			default: { description: 'Refused; the message says why' },
		},
	};
}

const schemaOf = (body: z.ZodType) => z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
