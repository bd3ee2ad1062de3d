import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Sandbox } from '../../../sandbox/server.ts';

/** A call with headers that fetch() does not let anyone write; its body is up to the caller. */
export function rawCall(
	{ address }: Pick<Sandbox, 'address'>,
	method: string,
	path: string,
	headers: Record<string, string>,
): ClientRequest {
	return request(address + path, { method, headers, agent: false });
}

/** Its status, whether or not all of the body was sent; the connection is given up. */
export async function statusOf(call: ClientRequest): Promise<number | undefined> {
	const [{ statusCode }] = (await once(call, 'response')) as [IncomingMessage];
	call.destroy();
	return statusCode;
}
