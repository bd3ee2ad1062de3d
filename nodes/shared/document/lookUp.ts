import type { z } from 'zod/v3';

import { aboutId } from '../answer/aboutId';
import type { Call, CallContext } from '../http/call';
import { callTo } from '../http/endpoint';
import { callService, isRefused, readJson } from '../http/transport';
import { getDocument } from './endpoints';

/** The contract shows no such call (interface.md 4.2), so a service need not have it. */
const UNKNOWN = [404, 405];

interface DocumentQuery extends Pick<Call, 'version' | 'failFast' | 'alsoAccept' | 'itemIndex'> {
	documentId: string;
}

/** The metadata of a document, for a caller that can do without; undefined where the service does not show it. */
export async function lookUp<T extends z.ZodTypeAny>(
	context: CallContext,
	{ documentId, alsoAccept = [], ...how }: DocumentQuery,
	schema: T,
): Promise<z.output<T> | undefined> {
	const call: Call = {
		...callTo(getDocument, documentId),
		...how,
		alsoAccept: [...UNKNOWN, ...alsoAccept],
	};
	const answer = await callService(context, call);
	if (isRefused(answer)) return undefined;
	return readJson(context, call, answer, aboutId(schema, documentId));
}
