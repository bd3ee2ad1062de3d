import type { openApiOf, Operation } from '../../../sandbox/openapi/openapi.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import type { Dialect } from '../../../sandbox/state/dialect.ts';
import { call } from '../client.ts';

export const read = async (sandbox: Sandbox, address: string) =>
	await call(sandbox, 'GET', address);

export type Description = ReturnType<typeof openApiOf>;

export async function describedBy(sandbox: Sandbox, dialect: Dialect): Promise<Description> {
	const { json } = await read(sandbox, `/sandbox/openapi/${dialect}.json`);
	return json as unknown as Description;
}

/** By method and path, as in `GET /v2/documents/{id}`. */
export const operationsOf = ({ paths }: Description): Map<string, Operation> =>
	new Map(
		Object.entries(paths).flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, one]) => [`${method.toUpperCase()} ${path}`, one]),
		),
	);
