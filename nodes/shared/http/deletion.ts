import type { Answer, Call, CallContext } from './call';
import { callService, isRefused, refuse } from './transport';

type Place = Omit<Call, 'method' | 'repeatable'>;

/** A delete may be repeated, since gone is gone. */
export function deletion({ alsoAccept = [], ...place }: Place): Call {
	return { ...place, method: 'DELETE', repeatable: true, alsoAccept: [...alsoAccept, 404] };
}

/** Gone already, by an earlier attempt of ours whose answer was lost. */
export function isGone({ status, mayBeDone }: Answer): boolean {
	return status === 404 && mayBeDone;
}

/** Deletes what is there; what was never there is refused. */
export async function deleteAt(
	context: CallContext,
	place: Place,
): Promise<'deleted' | 'gone before'> {
	const call = deletion(place);
	const answer = await callService(context, call);
	if (!isRefused(answer)) return 'deleted';
	if (isGone(answer)) return 'gone before';
	throw refuse(context, call, answer);
}
