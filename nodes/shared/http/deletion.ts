import type { Answer, Call, CallContext } from './call';
import { callService, isRefused, refuse } from './transport';

/** A delete may come twice, and what is gone by then is no failure. */
export function deletion({ alsoAccept = [], ...call }: Call): Call {
	return { ...call, alsoAccept: [...alsoAccept, 404] };
}

/** Gone already, by an earlier attempt of ours whose answer was lost. */
export function isGone({ status, mayBeDone }: Answer): boolean {
	return status === 404 && mayBeDone;
}

/** Deletes what is there; what was never there is refused. */
export async function deleteAt(
	context: CallContext,
	endpoint: Call,
): Promise<'deleted' | 'gone before'> {
	const call = deletion(endpoint);
	const answer = await callService(context, call);
	if (!isRefused(answer)) return 'deleted';
	if (isGone(answer)) return 'gone before';
	throw refuse(context, call, answer);
}
